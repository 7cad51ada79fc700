# weft_install_library(): puts the library weft and its header in place, for find_package(weft) (target
# weft::weft) and for pkg-config.
include(CMakePackageConfigHelpers)

function(weft_install_library)
    set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
    set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

    # weft.h is the target's PUBLIC_HEADER.
    install(TARGETS weft EXPORT weftTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(EXPORT weftTargets NAMESPACE weft:: DESTINATION ${package_dir})

    configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/weftConfig.cmake.in
        ${CMAKE_CURRENT_BINARY_DIR}/weftConfig.cmake INSTALL_DESTINATION ${package_dir})
    write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/weftConfigVersion.cmake
        VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weftConfig.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/weftConfigVersion.cmake DESTINATION ${package_dir})

    file(RELATIVE_PATH WEFT_PC_TO_PREFIX /prefix/${pkgconfig_dir} /prefix)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/weft.pc.in ${CMAKE_CURRENT_BINARY_DIR}/weft.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weft.pc DESTINATION ${pkgconfig_dir})
endfunction()
