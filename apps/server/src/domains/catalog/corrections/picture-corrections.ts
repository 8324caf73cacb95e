import { lockTitles } from '../batch-store.ts'
import type { CatalogNeeds } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import type { Corrected, CorrectionAct, CorrectionRunner } from './correction-parts.ts'
import { assetOfEpisode } from './place-store.ts'
import { lockKey, readWholeRows, type RowState } from './rows-store.ts'
import type { TitleRefusal } from './title-corrections.ts'
import { titleFields } from './title-field-rules.ts'

export const pictureKinds = ['poster', 'backdrop', 'logo'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Where a picture comes from: bytes, an address outside, or a second of an episode. */
export type PictureOrigin =
  | { bytes: Buffer }
  | { url: string }
  | { frame: { source: string; level: number; atSec: number } }

/** `PictureInvalid`: it cannot be had, or is no picture. */
type PictureRefusal = TitleRefusal | 'NoSuchEpisode' | 'PictureInvalid'

/** Corrections of the pictures of titles. The former picture stays until it cannot be brought back any more. */
export interface PictureCorrections {
  /** Sets a picture, and locks it against importers unless `lock` is false. */
  set(
    actor: string,
    titleId: number,
    picture: { kind: PictureKind; from: PictureOrigin; lock: boolean },
  ): Promise<Corrected | PictureRefusal>
  /** Takes a picture away: pages show a drawn one, or the name in place of a logo. */
  remove(
    actor: string,
    titleId: number,
    picture: { kind: PictureKind; lock: boolean },
  ): Promise<Corrected | TitleRefusal>
}

const locksOf = (kind: PictureKind, lock: boolean): RowState =>
  lock ? Object.fromEntries(titleFields[kind].columns.map((column) => [lockKey(column), true])) : {}

export function createPictureCorrections(
  platform: Pick<CatalogPlatform, 'db'>,
  { runner, pictures }: { runner: CorrectionRunner; pictures: CatalogNeeds['pictures'] },
): PictureCorrections {
  const db = platform.db.withTables<CatalogTables>()

  const bytesOf = async (titleId: number, from: PictureOrigin): Promise<Buffer | PictureRefusal> => {
    if ('bytes' in from) return from.bytes
    if ('url' in from) return (await pictures.fetch(from.url)) ?? 'PictureInvalid'
    const { source, level, atSec } = from.frame
    const assetId = await assetOfEpisode(db, { titleId, source, level })
    if (assetId === null) return 'NoSuchEpisode'
    return (await pictures.frame(assetId, atSec)) ?? 'PictureInvalid'
  }

  const write = (
    actor: string,
    act: CorrectionAct,
    titleId: number,
    row: RowState,
  ): Promise<Corrected | TitleRefusal> =>
    runner.run<TitleRefusal>(actor, async (tx) => {
      await lockTitles(tx, [titleId])
      if (!(await readWholeRows(tx, 'title', [titleId])).has(titleId)) return 'NoSuchTitle'
      return { act, subject: `title ${titleId}`, after: { title: { [titleId]: row } } }
    })

  return {
    async set(actor, titleId, { kind, from, lock }) {
      // Asked before a picture is fetched.
      if (!(await readWholeRows(db, 'title', [titleId])).has(titleId)) return 'NoSuchTitle'
      const bytes = await bytesOf(titleId, from)
      if (typeof bytes === 'string') return bytes
      const columns = await pictures.store(kind, bytes)
      if (!columns) return 'PictureInvalid'
      return write(actor, 'picture set', titleId, { ...columns, ...locksOf(kind, lock) })
    },
    remove: (actor, titleId, { kind, lock }) =>
      write(actor, 'picture remove', titleId, { [kind]: '', ...locksOf(kind, lock) }),
  }
}
