/**
 * Where an arrow leads among `count` options from the one at `at`; -1 is the field itself, which stands before the first
 * and after the last.
 */
export function nextOption(count: number, at: number, step: 1 | -1): number {
  const places = count + 1
  return ((at + 1 + step + places) % places) - 1
}
