/*
 * The two wires of Mullion's native part, in one place.
 *
 *   client wire:  the `tmux` / `mullion` client (C)  ->  daemon (TypeScript)
 *   holder wire:  daemon (TypeScript)                ->  holder (C), one connection per pane
 *   launcher:     daemon (TypeScript)                ->  launcher (C), on the launcher's stdin and stdout
 *
 * A connection opens with an 8-byte preamble from the side that connected (for the launcher: from the daemon):
 *   F5 'M' 'L' 'N'  role  0  version (u16)
 * F5 never starts UTF-8 text, so the daemon's socket can tell this wire from JSON and HTTP by its first byte.
 * A version that the other side does not speak is answered by one REFUSED frame holding a sentence, then a close.
 *
 * After it both directions carry frames:   length (u32, of the payload alone)  type (u8)  payload
 * All integers are little endian. `str` is a u32 byte count and the bytes (no NUL at the end).
 * `list` is a u32 count and that many `str`. Payloads longer than the limit below are a protocol fault: the
 * connection is closed after a REFUSED frame, and nothing else is affected.
 *
 * Change anything here: raise the version of that wire, and src/wire/ with it (test/pins holds the values).
 */
#ifndef MULLION_WIRE_H
#define MULLION_WIRE_H

#define WIRE_MAGIC "\xF5MLN"
#define WIRE_PREAMBLE_SIZE 8
#define WIRE_HEADER_SIZE 5

#define WIRE_ROLE_CLIENT 'c'
#define WIRE_ROLE_HOLDER 'h'
#define WIRE_ROLE_LAUNCHER 'l'

#define CLIENT_WIRE_VERSION 3
#define HOLDER_WIRE_VERSION 1   /* holders outlive the daemon that started them: a newer one must still speak theirs */
#define LAUNCHER_WIRE_VERSION 4 /* a launcher is always of the daemon's own install */

#define WIRE_MAX_CLIENT_PAYLOAD (16u * 1024 * 1024) /* argv and environment travel in one HELLO */
#define WIRE_MAX_HOLDER_PAYLOAD (16u * 1024 * 1024)

/* ---- client -> daemon ---- */
enum client_to_daemon {
	/* u64 request id (random; the same on a retry)  u32 flags  u16 cols  u16 rows  u32 pid
	 * u8 the character that erases on its terminal (0: none)  u64 bytes of stdin that a former daemon dealt with
	 * str program ("tmux" or "mullion": the last part of argv[0])  str cwd  str tty name (or empty)
	 * list argv (without argv[0])  list environment ("K=V") */
	CLIENT_HELLO = 1,
	/* bytes; only after DAEMON_WANT_STDIN 1. In raw mode, of what is sent again to the next daemon: a frame of more than
	 * TYPED_SINGLY_BYTES comes again as it was, and what came in smaller ones in no larger ones. */
	CLIENT_STDIN = 2,
	CLIENT_STDIN_EOF = 3, /* empty */
	CLIENT_RESIZE = 4,    /* u16 cols  u16 rows */
	CLIENT_SIGNAL = 5,    /* u8 signal number: INT, TERM, HUP reached the client, or it was continued or unlocked (CONT) */
	CLIENT_DRAWN = 6,     /* u32 bytes: so many of DAEMON_STDOUT did its terminal, in raw mode, take since the last */
	/* str name  u64 device  u64 inode  u64 number, of its terminal: the client reads nothing there from now on. The name
	 * is empty where it has none that others could open, and then it reads on. */
	CLIENT_LENT = 7,
};

/* Keys in frames up to this size are typed one by one, and a holder that had some of them drops these. Larger frames are typed
 * in one write. Fewer than HOLDER_INPUT_IDS, so that a holder remembers all of one frame. */
#define TYPED_SINGLY_BYTES 128u

#define CLIENT_FLAG_STDIN_TTY 1u
#define CLIENT_FLAG_STDOUT_TTY 2u
#define CLIENT_FLAG_STDERR_TTY 4u
#define CLIENT_FLAG_RETRY 8u /* the daemon vanished before EXIT; this is the same request again */

/* ---- daemon -> client ---- */
enum daemon_to_client {
	DAEMON_STDOUT = 65,     /* bytes */
	DAEMON_STDERR = 66,     /* bytes */
	DAEMON_EXIT = 67,       /* u8 status  u8 1: hang up the parent process first; the last frame */
	DAEMON_WANT_STDIN = 68, /* u8 1: relay stdin from now on, 0: stop */
	/* u8 1: put the terminal in raw mode, 0: restore it; bytes: what to print there when it is given back, by whatever
	 * way the client ends (none: as said before) */
	DAEMON_RAW = 69,
	DAEMON_EXEC = 70,       /* list argv: restore the terminal and become this program */
	DAEMON_REFUSED = 71,    /* str sentence: print it on stderr, exit 1 */
	DAEMON_SUSPEND = 72,    /* empty: restore the terminal and stop (SIGTSTP), as tmux's suspend-client */
	/* u8 1: this is a control client (-C): its request is never repeated, and a vanished daemon is told on stdout as
	 * tmux does; 2: so it is, and the terminal is put in the mode of -CC */
	DAEMON_CONTROL = 73,
	/* str  bytes: restore the terminal, write the bytes to it, run this shell command, be in raw mode again, and send CONT */
	DAEMON_LOCK = 74,
	/* u64: so many bytes of stdin were dealt with. In raw mode the others are sent again to the next daemon. */
	DAEMON_STDIN_TAKEN = 75,
	DAEMON_LEND = 76, /* u8 1: somebody else reads the terminal, stop and answer CLIENT_LENT; 0: read it again */
};

/* ---- daemon -> holder ---- */
enum daemon_to_holder {
	/* u64 offset: send output from here on; everything before it was durably accepted.
	 * The first frame of a connection. A newer connection replaces an older one. */
	HOLDER_RESUME = 1,
	HOLDER_ACK = 2,    /* u64 offset: everything before it is durably accepted and may be forgotten */
	HOLDER_INPUT = 3,  /* u64 input id (0: none)  bytes; an id already taken is acknowledged, not written again */
	HOLDER_RESIZE = 4, /* u16 cols  u16 rows  u16 xpixel  u16 ypixel */
	HOLDER_SIGNAL = 5, /* u8 signal  u8 whom: 0 the child, 1 the foreground process group, 2 the whole session */
	HOLDER_QUERY = 6,  /* u32 sequence; answered by PANE_STATE */
	HOLDER_CLOSE = 7,  /* u32 grace in ms: SIGHUP to the pane's processes now, SIGKILL after the grace */
	/* empty: the exit was durably accepted; the holder removes its socket and ends. One without a terminal may be
	 * forgotten before: it goes on unheard when the connection ends, and ends with its child. */
	HOLDER_FORGET = 8,
	/* empty: the child reads to the end of its input. Only for a child without a terminal, which no holder of an
	 * earlier install has; so the version stands. */
	HOLDER_END_INPUT = 9,
	/* A client's terminal is lent to the holder of the pane that has its keys (lent-terminal.h). Only to a holder whose
	 * PANE_WELCOME says that it knows these; so the version stands.
	 * u64 lease  u64 request id of the client  str name  u64 device  u64 inode  u64 number, of the terminal  32 bytes: a bit for each byte that is typed
	 * as it is, the first in the lowest. Answered in the end by PANE_GAVE_BACK. */
	HOLDER_LEND = 10,
	HOLDER_TAKE_BACK = 11, /* u64 lease; answered by PANE_GAVE_BACK */
	/* u64 lease  u64 offset  u16 left  u16 top  u16 cols  u16 rows  u16 x  u16 y  u16 columns  u32 abilities (enum
	 * draw_ability)  bytes: the terminal shows the output before the offset, the pane at that place, its cursor
	 * at x and y of it; so many characters fit to the right of it, and the bytes set the pen. */
	HOLDER_DRAW = 12,
	HOLDER_DRAW_NO_MORE = 13, /* u64 lease; answered by PANE_DRAWS_NO_MORE */
	HOLDER_UNREAD_TAKEN = 14, /* u64 lease: the bytes that came with its PANE_GAVE_BACK were dealt with */
	/* empty: the holder makes its socket file again where that was removed. Only to a holder whose PANE_WELCOME says
	 * that it knows this; so the version stands. */
	HOLDER_LISTEN = 15,
	/* bytes: replaces the description that the holder keeps. Only to a holder whose PANE_WELCOME carries one; so the
	 * version stands. */
	HOLDER_DESCRIBE = 16,
};

/* What may be drawn on a lent terminal beside plain text, and how (drawing.h). */
enum draw_ability {
	DRAW_ALL = 1 << 0,         /* not text alone: all of the pane is in sight, and its terminal in its usual state */
	DRAW_AT_CURSOR = 1 << 1,   /* the terminal's cursor is the pane's */
	DRAW_CURSOR_SHOWN = 1 << 2,
	DRAW_TO_EDGE = 1 << 3,     /* the pane's last column is the terminal's */
	DRAW_LAST_COLUMN = 1 << 4, /* a character there does not wrap until the next one comes */
	DRAW_ERASES = 1 << 5,      /* erased cells take the background's colour */
	DRAW_UTF8 = 1 << 6,
	DRAW_DIM = 1 << 7,
	DRAW_ITALIC = 1 << 8,
	DRAW_BLINK = 1 << 9,
	DRAW_HIDDEN = 1 << 10,
	DRAW_STRIKETHROUGH = 1 << 11,
	DRAW_COLOURS = 1 << 12, /* eight */
	DRAW_BRIGHT = 1 << 13,  /* sixteen */
	DRAW_PALETTE = 1 << 14, /* 256 */
	DRAW_RGB = 1 << 15,
};

/* ---- holder -> daemon ---- */
enum holder_to_daemon {
	/* u32 holder pid  u32 child pid  str tty name  u64 first offset kept  u64 end offset  u16 cols  u16 rows
	 * u64 start time (ms since the epoch)  u8 exited  u8 abilities (absent: an earlier install): from 2 on terminals may be
	 * lent to it, from 3 on it keeps a description, from 4 on it remembers
	 * HOLDER_MOST_INPUT_IDS, from 5 on it knows HOLDER_LISTEN  str description: the daemon's own words about the pane, which the
	 * holder stores and never reads
	 * The first frame, right after the preamble was read. */
	PANE_WELCOME = 65,
	PANE_OUTPUT = 66,      /* u64 offset of the first byte  bytes */
	PANE_INPUT_TAKEN = 67, /* u64 input id: every byte of it was written to the PTY */
	/* u32 sequence  u32 foreground process group  u8 canonical  u8 echo  u8 child alive
	 * u32 bytes of input that nobody has read yet  str foreground command name (its argv[0], as it stands)
	 * str foreground cwd (either may be empty)  u64 bytes of input ever received (absent: an earlier install) */
	PANE_STATE = 68,
	PANE_EXIT = 69,    /* u8 exit status  u8 signal (0: none)  u64 final offset; after the last byte of output */
	PANE_REFUSED = 70, /* str sentence */
	/* u64 lease  u32 bytes: so many more were typed on the lent terminal  u32 microseconds since the last of them came
	 * (absent: an earlier install) */
	PANE_TYPED = 71,
	PANE_DRAWN = 72,   /* u64 lease  u64 offset: output up to there was drawn; before its PANE_OUTPUT */
	/* u64 lease  u8 1: a part of something was drawn, and nobody knows which. As asked for, or because of that. */
	PANE_DRAWS_NO_MORE = 73,
	/* u64 lease  u8 1: the terminal could not be opened, or was hung up  bytes that were read there and not typed. It is read no more. */
	PANE_GAVE_BACK = 74,
	/* u64 lease  u64 request id of the client  bytes of a PANE_GAVE_BACK that a former daemon did not deal with */
	PANE_UNREAD = 75,
};

/* ---- daemon -> launcher ---- */
enum daemon_to_launcher {
	/* u64 key  str socket path  str cwd  str file (empty: argv[0])  list argv  list environment  u16 cols  u16 rows
	 * u8 kind (enum launch_kind)  str description (see PANE_WELCOME; at most HOLDER_DESCRIPTION_BYTES)
	 * The file is looked up on the PATH of the given environment. An empty argv is refused. */
	LAUNCH = 1,
	/* u64 key  u32 session  u8 signal (0: none, only count): signals every process of a session whose holder is gone.
	 * Answered by SESSION_SIGNALLED. */
	SIGNAL_SESSION = 2,
};

/* ---- launcher -> daemon ---- */
enum launcher_to_daemon {
	LAUNCHED = 65, /* u64 key  u32 holder pid  u32 child pid  str tty name; the holder's socket is listening */
	/* u64 key  u8 stage  u32 errno  str sentence, such as "cannot run nosuch: No such file or directory" */
	LAUNCH_FAILED = 66,
	SESSION_SIGNALLED = 67, /* u64 key  u32 how many processes the session had */
	LAUNCHER_REFUSED = 70, /* str sentence; the launcher ends */
};

enum launch_kind {
	KIND_PANE = 0, /* a PTY */
	KIND_PIPE = 1, /* one stream for standard input and output, and nobody for standard error; held like a pane */
	KIND_JOB = 2,  /* the same, let go with its daemon: it lives on unheard, and the holder ends with it */
};

enum launch_stage { STAGE_SOCKET = 1, STAGE_PTY = 2, STAGE_FORK = 3, STAGE_CWD = 4, STAGE_EXEC = 5 };

/* Output a holder keeps while nobody accepts it; beyond it the holder stops reading the PTY. */
#define HOLDER_KEEP_BYTES (1024u * 1024)
/* Input a holder queues for a child that does not read; beyond it the holder stops reading its connection at the next
 * HOLDER_INPUT. A daemon that keeps less than this (and fewer than HOLDER_INPUT_IDS inputs) untaken never has an ACK or
 * a CLOSE stuck behind input. */
#define HOLDER_QUEUE_BYTES (1024u * 1024)
/* Input ids remembered, so that a request repeated after a daemon's death is not typed twice. */
#define HOLDER_INPUT_IDS 256
/* The longest description that a holder keeps; a longer one is refused. */
#define HOLDER_DESCRIPTION_BYTES (64u * 1024)
/* A holder that announces 4 in PANE_WELCOME remembers up to this many while a child does not read; 256 otherwise. */
#define HOLDER_MOST_INPUT_IDS 16384

#endif
