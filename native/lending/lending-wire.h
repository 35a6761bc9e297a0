/*
 * The frames of lending on the client wire and the holder wire (shared/wire.h), and what they say about drawing.
 * src/lending/lending-wire.ts mirrors them; test/pins holds the values.
 */
#ifndef MULLION_LENDING_WIRE_H
#define MULLION_LENDING_WIRE_H

enum lending_client_to_daemon {
	/* str name  u64 device  u64 inode  u64 number, of its terminal: the client stops reading it. An empty name means
	 * that no other process can open the terminal, and the client continues to read. */
	CLIENT_LENT = 7,
};

enum lending_daemon_to_client {
	DAEMON_LEND = 76, /* u8 1: a holder reads the terminal, so stop reading and answer CLIENT_LENT; 0: read it again */
};

enum lending_daemon_to_holder {
	/* Lends a client's terminal to the holder of the pane that receives its keys (lent-terminal.h). Sent only to a
	 * holder whose PANE_WELCOME announces this ability, so the version is unchanged. u64 lease  u64 request id of the
	 * client  str name  u64 device  u64 inode  u64 number, of the terminal  32 bytes: a bit for each byte that is typed
	 * unchanged, the first in the lowest. The holder ends the loan with PANE_GAVE_BACK. */
	HOLDER_LEND = 10,
	HOLDER_TAKE_BACK = 11, /* u64 lease; answered by PANE_GAVE_BACK */
	/* u64 lease  u64 offset  u16 left  u16 top  u16 cols  u16 rows  u16 x  u16 y  u16 columns  u32 abilities (enum
	 * draw_ability)  bytes: the terminal shows all output before the offset, with the pane at this place and its cursor
	 * at x and y inside the pane; `columns` is the number of characters that fit to the right of the cursor, and the
	 * bytes set the pen. */
	HOLDER_DRAW = 12,
	HOLDER_DRAW_NO_MORE = 13, /* u64 lease; answered by PANE_DRAWS_NO_MORE */
	HOLDER_UNREAD_TAKEN = 14, /* u64 lease: the daemon has handled the bytes of its PANE_GAVE_BACK */
};

enum lending_holder_to_daemon {
	/* u64 lease  u32 bytes typed on the lent terminal since the last report  u32 microseconds since the last of them
	 * arrived (absent: an earlier install) */
	PANE_TYPED = 71,
	PANE_DRAWN = 72,   /* u64 lease  u64 offset: the holder has drawn the output before it; sent before its PANE_OUTPUT */
	/* u64 lease  u8 1: an unknown part of some output was drawn. Sent on request, or because of such a partial drawing. */
	PANE_DRAWS_NO_MORE = 73,
	/* u64 lease  u8 1: the terminal could not be opened, or was hung up  bytes that the holder read and did not type.
	 * The holder no longer reads the terminal. */
	PANE_GAVE_BACK = 74,
	/* u64 lease  u64 request id of the client  bytes of a PANE_GAVE_BACK that a previous daemon did not handle */
	PANE_UNREAD = 75,
};

/* What a holder may draw on a lent terminal beside plain text, and how (drawing.h). */
enum draw_ability {
	DRAW_ALL = 1 << 0,         /* more than text: the whole pane is visible, and its terminal is in its default state */
	DRAW_AT_CURSOR = 1 << 1,   /* the terminal's cursor is the pane's */
	DRAW_CURSOR_SHOWN = 1 << 2,
	DRAW_TO_EDGE = 1 << 3,     /* the pane's last column is the terminal's last column */
	DRAW_LAST_COLUMN = 1 << 4, /* a character in the last column wraps only when the next one arrives */
	DRAW_ERASES = 1 << 5,      /* erased cells get the background colour */
	DRAW_UTF8 = 1 << 6,
	DRAW_DIM = 1 << 7,
	DRAW_ITALIC = 1 << 8,
	DRAW_BLINK = 1 << 9,
	DRAW_HIDDEN = 1 << 10,
	DRAW_STRIKETHROUGH = 1 << 11,
	DRAW_COLOURS = 1 << 12, /* eight colours */
	DRAW_BRIGHT = 1 << 13,  /* sixteen colours */
	DRAW_PALETTE = 1 << 14, /* 256 colours */
	DRAW_RGB = 1 << 15,
};

#endif
