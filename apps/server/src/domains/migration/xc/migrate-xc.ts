import { bindCategories, type GivenBindings, type RemoteCategory } from '../items/bindings.ts'
import type { ItemRun } from '../items/run-items.ts'
import { panelAddress, readCategory } from './panel-rules.ts'
import type { Panel, PanelList } from './panel.ts'
import { takeChannels } from './take-channels.ts'
import { takeFilms, takeSeries } from './take-titles.ts'

/** A run that takes what a panel has. */
export interface PanelRun extends ItemRun {
  panel: Panel
  /** Scheme, host and port of the panel. */
  origin: string
  /** Of the panel's account; 0 in a dry run. */
  accountId: number
  /** The address of a film or episode, without the account. */
  address: (kind: 'movie' | 'series', file: string) => string
}

/** Takes what a panel has: channels with the guide, films, series. */
export async function migrateXc(
  base: ItemRun & Pick<PanelRun, 'panel' | 'origin' | 'accountId'>,
  given: GivenBindings,
): Promise<void> {
  const run: PanelRun = { ...base, address: (kind, file) => panelAddress(base, kind, file) }
  const films = await categoriesOf(run, 'get_vod_categories', '电影')
  const series = await categoriesOf(run, 'get_series_categories', '电视剧')
  const bound = await bindCategories(run, [...films, ...series], given)
  const ofKind = (kind: string) =>
    new Map([...bound].flatMap(([key, category]) => (key.startsWith(kind) ? [[key.slice(kind.length), category]] : [])))
  await takeChannels(run)
  await takeFilms(run, ofKind('get_vod_categories '))
  await takeSeries(run, ofKind('get_series_categories '))
}

/** Numbers of categories are those of their list only. */
async function categoriesOf(run: PanelRun, list: PanelList, fallback: string): Promise<RemoteCategory[]> {
  const rows = await run.panel.list(list, run.signal)
  return [...rows].flatMap((row) => {
    const category = readCategory(row)
    return category ? [{ key: `${list} ${category.key}`, name: category.name, fallback }] : []
  })
}
