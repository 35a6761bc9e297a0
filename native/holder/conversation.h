/* The holder's side of its conversation with a daemon. */
#ifndef MULLION_CONVERSATION_H
#define MULLION_CONVERSATION_H

#include "holder/holder-state.h"

void conversation_accept(struct holder *h);
void conversation_read(struct holder *h, struct connection *c);
/* Handles the frames that have arrived; stops before input that the queue has no room for. */
void conversation_take_frames(struct holder *h, struct connection *c);
void conversation_tell_taken(struct connection *c, uint64_t id);
void conversation_tell_exit(struct holder *h);

#endif
