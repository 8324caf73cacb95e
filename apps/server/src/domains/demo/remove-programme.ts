import { rm } from 'node:fs/promises'
import type { DemoNeeds } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import { workFolder } from './films/work-folder.ts'
import { featurePlate } from './programme/index.ts'

/**
 * Takes away titles, films, pictures, banners, plate, bulletins, danmaku, channels and people of the programme, and
 * nothing else. Safe to do again: what an earlier run had to leave is taken away now. Returns how many titles that were.
 */
export async function removeProgramme({
  store,
  catalog,
  media,
  bulletins,
  channels,
  danmaku,
  people,
  dataDir,
}: { store: DemoStore } & Pick<
  DemoNeeds,
  'catalog' | 'media' | 'bulletins' | 'channels' | 'danmaku' | 'people' | 'dataDir'
>): Promise<number> {
  // The banners of a title go with it.
  const ids = await catalog.removeDemo()
  const plate = await catalog.plate()
  if (plate?.line === featurePlate.line && plate.head.join() === featurePlate.head.join()) await catalog.setPlate(null)
  await bulletins.remove()
  await danmaku.remove()
  await channels.remove()
  await people.remove()
  await media.removeAssets(await media.demoAssets())
  await store.forgetFilms()
  await media.removeDrawings(ids)
  await rm(workFolder(dataDir), { recursive: true, force: true })
  if (ids.length > 0) catalog.announceChanged(ids)
  return ids.length
}
