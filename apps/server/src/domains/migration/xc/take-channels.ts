import type { ChannelEntry } from '@yunmu/formats'
import { entryOf, rememberItems, runItems, startTable, type Item, type ItemTally } from '../items/run-items.ts'
import { addExample } from '../report-rules.ts'
import type { Loose } from '../items/loose-values.ts'
import type { PanelRun } from './migrate-xc.ts'
import { guideAddress, panelAddress, readCategory, readChannel } from './panel-rules.ts'

/** Takes channels as entries of a list, as `channels import` does, and the panel's guide. */
export async function takeChannels(run: PanelRun): Promise<void> {
  const { panel, parts, report, signal, dry } = run
  const tally = startTable(run, 'channel')
  const groups = new Map<string, string>()
  for (const row of await panel.list('get_live_categories', signal)) {
    const category = readCategory(row)
    if (category) groups.set(category.key, category.name)
  }
  const rows = await panel.list('get_live_streams', signal)
  await runItems(run, { kind: 'channel', tally }, entriesOf(run, rows, { groups, tally }), async (all) => {
    for (const fresh of all) {
      tally.took(fresh)
      if (!fresh.known) addExample(report, { table: 'channel', oldId: fresh.key, text: fresh.value.name })
    }
    if (dry) return
    const lost = await parts.channels.importEntries(all.map(({ value }) => value))
    if (lost > 0) tally.refuse('noAddress', lost)
    await parts.inTransaction((tx) =>
      rememberItems(
        run,
        tx,
        'channel',
        all.map((fresh) => entryOf(fresh, null)),
      ),
    )
  })
  if (dry || tally.table.read === 0) return
  const guide = guideAddress(run)
  if (await parts.addGuide(guide)) report.guide = guide
}

function* entriesOf(
  run: PanelRun,
  rows: Iterable<Loose | null>,
  { groups, tally }: { groups: ReadonlyMap<string, string>; tally: ItemTally },
): Generator<Item<ChannelEntry>> {
  for (const row of rows) {
    const read = row ? readChannel(row, { groups, addressOf: (file) => panelAddress(run, 'live', file) }) : 'broken'
    if (typeof read !== 'string') yield { key: read.key, fingerprint: read.entry, value: read.entry }
    else {
      tally.table.read++
      tally.refuse(read)
    }
  }
}
