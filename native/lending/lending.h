/* How a holder uses a terminal that was lent to it, and what it reports to the daemon. */
#ifndef MULLION_LENDING_H
#define MULLION_LENDING_H

#include "shared/frame.h"
#include "holder/holder-state.h"

/* Handlers for the daemon's frames. Each returns NULL, or the sentence with which the holder refuses the connection. */
const char *lending_on_lend(struct holder *h, struct reader *r);
const char *lending_on_take_back(struct holder *h, struct reader *r);
const char *lending_on_draw(struct holder *h, struct reader *r);
const char *lending_on_draw_no_more(struct holder *h, struct reader *r);

const char *lending_on_unread_taken(struct holder *h, struct reader *r);

/* A new daemon has sent HOLDER_RESUME. */
void lending_resumed(struct holder *h);
/* Handles poll events of the terminal: keys or a hangup. */
void lending_ready(struct holder *h, short events);
/* The pane has printed these bytes, the newest of its output. */
void lending_printed(struct holder *h, const uint8_t *bytes, size_t size);
/* Returns the terminal, with the bytes that the holder read and did not type. */
void lending_give_back(struct holder *h, const uint8_t *unread, size_t size);
/* The daemon that lent the terminal has disconnected. */
void lending_forget(struct holder *h);
/* Whether reports to the daemon may wait: for a key whose echo may follow, or an echo that is already drawn. */
bool lending_has_time(const struct holder *h);
/* Reports how many bytes were typed. Sent after the echo, which must not wait for the report. */
void lending_tell_typed(struct holder *h);

#endif
