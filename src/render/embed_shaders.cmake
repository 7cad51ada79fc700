# Writes the shader files as one C file: cmake -DOUTPUT=FILE.c "-DFILES=a;b;c" -P embed_shaders.cmake
# Bytes rather than string literals, whose length C17 limits to 4095.
set(arrays "")
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "static const unsigned char ${symbol}[] = {\n${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", (const char *)${symbol}},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Generated from shaders/ by embed_shaders.cmake.\n"
    "#include \"shader.h\"\n\n${arrays}\n"
    "const struct shader_file shader_files_embedded[] = {\n${rows}    {0, 0},\n};\n")
file(RENAME ${OUTPUT}.new ${OUTPUT})
