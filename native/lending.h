/* What a holder does with a terminal that was lent to it, and what it tells the daemon of it. */
#ifndef MULLION_LENDING_H
#define MULLION_LENDING_H

#include "frame.h"
#include "holder-state.h"

/* Frames of the daemon; each answers NULL, or the sentence with which the connection is refused. */
const char *lending_on_lend(struct holder *h, struct reader *r);
const char *lending_on_take_back(struct holder *h, struct reader *r);
const char *lending_on_draw(struct holder *h, struct reader *r);
const char *lending_on_draw_no_more(struct holder *h, struct reader *r);

const char *lending_on_unread_taken(struct holder *h, struct reader *r);

/* A new daemon is there. */
void lending_resumed(struct holder *h);
/* What poll tells of the terminal: somebody typed, or hung up. */
void lending_ready(struct holder *h, short events);
/* The pane printed this, at the end of its output. */
void lending_printed(struct holder *h, const uint8_t *bytes, size_t size);
/* Gives the terminal back, with what was read there and not typed. */
void lending_give_back(struct holder *h, const uint8_t *unread, size_t size);
/* Whoever lent it is gone. */
void lending_forget(struct holder *h);
/* Whether what the daemon is to be told has time: a key whose echo may come, and echoes that were drawn already. */
bool lending_has_time(const struct holder *h);
/* Tells how much was typed; it is told behind the echo, which must not wait for it. */
void lending_tell_typed(struct holder *h);

#endif
