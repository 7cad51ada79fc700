// frame.glsl: what all passes of a frame share; struct frame_block of render_internal.h, field by field.
layout(std140) uniform Frame {
    mat4 view_projection;
    mat4 view;
    mat4 projection;
    mat4 inverse_view_projection;
    vec4 eye;            // m; w: fog density, 1/m
    vec4 key_direction;  // to the light, unit length
    vec4 key_colour;     // light colours are linear
    vec4 fill_direction;
    vec4 fill_colour;
    vec4 sky_colour;
    vec4 ground_colour;
    vec4 backdrop_low;   // sRGB: near the horizon and below; w: how fast the pool of light falls off
    vec4 backdrop_high;  // sRGB: overhead
    vec4 fog_colour;     // linear
    vec4 viewport;       // width, height, 1 / width, 1 / height, px
    vec4 floor_colour;   // sRGB
    vec4 floor_plane;    // x: height, m; y: number of blobs
    vec4 blob_centre[16]; // soft shadows on the floor: centre x, z, strength, sharpness
    vec4 blob_shape[16];  // axes, one deviation long, m: (x, y) and (0, z)
} frame;
