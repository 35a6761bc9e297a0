/** Mullion's sign: a window whose bars hold its panes. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="3" y="3" width="26" height="26" rx="5" fill="none" stroke="currentColor" stroke-width="3" />
      <path d="M19 3v26M3 14h16M19 19h10" stroke="currentColor" stroke-width="3" />
    </svg>
  );
}
