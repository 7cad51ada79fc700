/* The pins that a person made, in their order: to be seen, and to be found again. The world knows
 * which particles are pinned; this list only remembers when and from where, and changes nothing. */
#include "session_internal.h"

#include <string.h>

void pins_remove(struct session *session, int cloth, int particle)
{
    int kept = 0;
    for (int i = 0; i < session->pin_count; i++)
        if (session->pins[i].cloth != cloth || session->pins[i].particle != particle)
            session->pins[kept++] = session->pins[i];
    session->pin_count = kept;
}

/* The newest is the last; where there is no room the oldest is forgotten. */
void pins_add(struct session *session, int cloth, int particle, const float let_go[3])
{
    pins_remove(session, cloth, particle);
    if (session->pin_count == SESSION_PINS_MAX)
        pins_remove(session, session->pins[0].cloth, session->pins[0].particle);
    struct session_pin *pin = &session->pins[session->pin_count++];
    *pin = (struct session_pin){.cloth = cloth, .particle = particle, .ticks = session->ticks};
    memcpy(pin->let_go, let_go, sizeof pin->let_go);
}

/* A state that was set back may be from before a pin. */
static bool is_pinned(const struct session *session, const struct session_pin *pin)
{
    weft_cloth_view view;
    weft_cloth_id cloth = weft_world_cloth(session->world, pin->cloth);
    return weft_cloth_get_view(session->world, cloth, &view) == WEFT_OK &&
           pin->particle < view.particle_count &&
           (view.flags[pin->particle] & WEFT_PARTICLE_PINNED);
}

int session_get_pins(const struct session *session, struct session_pin pins[SESSION_PINS_MAX])
{
    int count = 0;
    for (int i = 0; i < session->pin_count; i++)
        if (is_pinned(session, &session->pins[i]))
            pins[count++] = session->pins[i];
    return count;
}
