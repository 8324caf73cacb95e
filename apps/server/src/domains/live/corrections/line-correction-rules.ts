import type { LineState } from './channel-rows-store.ts'

const numerals = '一二三四五六七八九'
const lineName = (number: number): string => `线路${numerals[number - 1] ?? number}`

const sourceOf = (address: string): LineState['sources'][number] => ({
  address,
  user_agent: '',
  catchup_type: '',
  catchup_days: 0,
  catchup_source: '',
})

/**
 * The lines with one more behind them, or, if `line` names one, with a further address of that line. An address that a line
 * has already is not added again.
 */
export function addedLine(
  lines: readonly LineState[],
  { address, name, line, newId }: { address: string; name: string; line: number | null; newId: number },
): LineState[] | 'NoSuchLine' | 'NothingChanged' {
  if (lines.some(({ sources }) => sources.some((source) => source.address === address))) return 'NothingChanged'
  if (line !== null) {
    if (lines[line - 1]?.kind !== 'recorded') return 'NoSuchLine'
    return lines.map((each, at) =>
      at === line - 1 ? { ...each, sources: [...each.sources, sourceOf(address)] } : each,
    )
  }
  return [
    ...lines,
    {
      id: newId,
      name: name || lineName(lines.length + 1),
      kind: 'recorded',
      on_demand: lines.find(({ kind }) => kind === 'recorded')?.on_demand ?? true,
      quality: '',
      saving: false,
      disabled: false,
      sources: [sourceOf(address)],
    },
  ]
}

/** The lines without one. The schedule of a line would be lost with it: such a line can be disabled. */
export function withoutLine(lines: readonly LineState[], line: number): LineState[] | 'NoSuchLine' | 'LineScheduled' {
  const removed = lines[line - 1]
  if (!removed) return 'NoSuchLine'
  return removed.kind === 'linear' ? 'LineScheduled' : lines.filter((each) => each !== removed)
}

/** The lines in another order, which names each number once. */
export function orderedLines(lines: readonly LineState[], order: readonly number[]): LineState[] | 'OrderIncomplete' {
  const ordered = order.flatMap((number) => lines[number - 1] ?? [])
  return ordered.length === lines.length && new Set(ordered).size === lines.length ? ordered : 'OrderIncomplete'
}
