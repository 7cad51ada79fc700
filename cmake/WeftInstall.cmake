# weft_install_library(): puts the library weft and its header in place, for find_package(weft) (target
# weft::weft) and for pkg-config.
include(CMakePackageConfigHelpers)

function(weft_install_library)
    set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
    set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

    # weft.h is the target's PUBLIC_HEADER.
    install(TARGETS weft EXPORT weftTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
    install(EXPORT weftTargets NAMESPACE weft:: DESTINATION ${package_dir})

    configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/weftConfig.cmake.in
        ${CMAKE_CURRENT_BINARY_DIR}/weftConfig.cmake INSTALL_DESTINATION ${package_dir})
    write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/weftConfigVersion.cmake
        VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weftConfig.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/weftConfigVersion.cmake DESTINATION ${package_dir})

    # The prefix is known for sure when it is installed there: cmake --install DIR --prefix PREFIX.
    set(WEFT_PC_PREFIX "@CMAKE_INSTALL_PREFIX@")
    foreach(dir LIBDIR INCLUDEDIR)
        set(WEFT_PC_${dir} "${CMAKE_INSTALL_${dir}}") # a packager may give an absolute one
        if(NOT IS_ABSOLUTE "${WEFT_PC_${dir}}")
            set(WEFT_PC_${dir} "\${prefix}/${WEFT_PC_${dir}}")
        endif()
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/weft.pc.in ${CMAKE_CURRENT_BINARY_DIR}/weft.pc.in @ONLY)
    install(CODE "configure_file([[${CMAKE_CURRENT_BINARY_DIR}/weft.pc.in]] [[${CMAKE_CURRENT_BINARY_DIR}/weft.pc]] @ONLY)")
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weft.pc DESTINATION ${pkgconfig_dir})
endfunction()
