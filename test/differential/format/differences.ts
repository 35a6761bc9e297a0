/** Every deliberate difference from the oracle, with its reason. One that does not differ any more is stale, and fails. */
export const differences: Readonly<Record<string, string>> = {
  "#{s/x*/-/:@wide}": "after an empty match tmux moves on by one byte and cuts longer characters in two",
  "#{m/r:(a)\\1,aa}":
    "back-references need a matcher that backtracks, with which a pattern could stall the daemon; such a pattern matches nothing",
  "#{m/r:^( {70#}){71#},#{p5000:@empty}}":
    "a pattern that is very large once its repetitions are written out is refused, for the same reason",
  "#{n:#{p2000000:@zero}}": "padding ends at a megabyte",
  "#{history_all_bytes}": "tmux counts the cells of its own grid",
};
