import {
  type DemoTitle,
  bannerSlugs,
  demoBulletins,
  episodeFilmsOf,
  featurePlate,
  playsByDay,
  programme,
} from '@yunmu/demo'
import type { DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'
import { createFilmAssets } from './film-assets.ts'
import { episodesToSave, publishingTimes, titleToSave, type EpisodeAsset } from './title-rules.ts'

type Parts = { store: DemoStore } & Pick<DemoParts, 'catalog' | 'media' | 'bulletins'>

/**
 * Saves the whole programme. Idempotent: a second run only updates what depends on the time, and completes an
 * interrupted one.
 */
export async function seedProgramme(parts: Parts, nowSec: number): Promise<void> {
  const { catalog } = parts
  const assetsOf = await episodeAssets(parts, nowSec)
  const ids = await saveTitles(parts, assetsOf, nowSec)
  const plays = programme.flatMap((title) => {
    const titleId = ids.get(title.slug)
    return titleId === undefined ? [] : playsByDay(title, nowSec).map((entry) => ({ titleId, ...entry }))
  })
  await catalog.savePlays(plays)
  await catalog.recountRanks(nowSec * 1000)
  await saveFeatures(parts, ids)
  await parts.bulletins.add(demoBulletins(nowSec))
  catalog.announceChanged([...ids.values()])
}

/** What the episodes of a title play, by level. */
type AssetsOf = (title: DemoTitle) => Map<number, EpisodeAsset>

async function episodeAssets(parts: Parts, nowSec: number): Promise<AssetsOf> {
  const assets = await createFilmAssets(parts, nowSec)
  const states = await parts.media.assetState([...assets.values()])
  return (title) =>
    new Map(
      episodeFilmsOf(title).flatMap(({ name, level, durationMs }) => {
        const assetId = assets.get(name)
        if (assetId === undefined) return []
        return [[level, { assetId, durationMs, state: states.get(assetId)?.state ?? 'pending' }] as const]
      }),
    )
}

/** Returns ids by slug. */
async function saveTitles({ catalog }: Parts, assetsOf: AssetsOf, nowSec: number): Promise<Map<string, number>> {
  const places = new Map<number, number>()
  const titles = programme.map((title, index) => {
    const pidId = Math.floor(title.typeId / 10)
    const place = places.get(pidId) ?? 0
    places.set(pidId, place + 1)
    const { createdSec, updatedSec, episodesSec } = publishingTimes(title, place, nowSec)
    const episodes = episodesToSave({ title, index, assets: assetsOf(title), nowSec, createdSec: episodesSec })
    return { ...titleToSave(title, nowSec), createdSec, updatedSec, episodes }
  })
  const saved = await catalog.saveTitles(titles, nowSec)
  return new Map(programme.map(({ slug }, at) => [slug, saved[at]?.id ?? 0]))
}

/** Sets banners and plate, unless the operator has set some. */
async function saveFeatures({ catalog }: Parts, ids: ReadonlyMap<string, number>): Promise<void> {
  if ((await catalog.bannerIds()).length === 0) {
    await catalog.setBanners(bannerSlugs.map((slug) => ids.get(slug)).filter((id) => id !== undefined))
  }
  const pictured = ids.get(featurePlate.picture)
  if (pictured === undefined || (await catalog.plate()) !== null) return
  const { kicker, head, line, href } = featurePlate
  await catalog.setPlate({ kicker, head, line, href, img: await catalog.backdropOf(pictured) })
}
