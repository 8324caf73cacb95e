import { rm } from 'node:fs/promises'
import { featurePlate } from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import { workFolder } from './make-films.ts'

/**
 * Deletes the programme's titles, films, pictures, banners, plate, bulletins, danmaku, channels, matches, plans and accounts, and
 * nothing else. Idempotent: a second run deletes what an interrupted one left. Returns the number of titles.
 */
export async function removeProgramme({
  store,
  catalog,
  media,
  bulletins,
  channels,
  danmaku,
  people,
  matches,
  payments,
  dataDir,
}: { store: DemoStore } & Pick<
  DemoParts,
  'catalog' | 'media' | 'bulletins' | 'channels' | 'danmaku' | 'people' | 'matches' | 'payments' | 'dataDir'
>): Promise<number> {
  // Also deletes the banners of these titles.
  const ids = await catalog.removeDemo()
  const plate = await catalog.plate()
  if (plate?.line === featurePlate.line && plate.head.join() === featurePlate.head.join()) await catalog.setPlate(null)
  await bulletins.remove()
  await danmaku.remove()
  await channels.remove()
  await people.remove()
  await matches.remove()
  await payments.endBank()
  await payments.removePlans()
  await media.removeAssets(await media.demoAssets())
  await store.deleteFilms([...(await store.films()).keys()])
  await media.removeDrawings(ids)
  await rm(workFolder(dataDir), { recursive: true, force: true })
  if (ids.length > 0) catalog.announceChanged(ids)
  return ids.length
}
