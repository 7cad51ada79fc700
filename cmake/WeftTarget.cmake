# weft_target(NAME): the language level, warnings and sanitizers that every target of ours is built with.
function(weft_target name)
    set_target_properties(${name} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wvla>
        $<$<BOOL:${WEFT_WERROR}>:-Werror>)
    # Same bits from every compiler: no fused multiply-add unless the source asks for one.
    target_compile_options(${name} PRIVATE -ffp-contract=off)
    target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
    if(WEFT_SANITIZE)
        target_compile_options(${name} PRIVATE -fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer -g)
        target_link_options(${name} PUBLIC -fsanitize=${WEFT_SANITIZE})
    endif()
endfunction()
