import { readdir, realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import { nameVideos, planVideos } from './import-plan.ts'
import type { ImportStore } from './import-store.ts'
import type { ProposedFile } from './name-table.ts'
import type { OperationsParts } from './operations-needs.ts'
import { shownName } from './shown-name.ts'
import { findVideos } from './walk.ts'

export interface Proposal {
  files: ProposedFile[]
  refused: { file: string; reason: string }[]
  /** Names of categories by their number. */
  categories: ReadonlyMap<number, string>
}

/**
 * What an import of a folder would do, without doing anything.
 * @throws Error with a system error code if the folder cannot be read
 */
export async function previewFolder(
  store: ImportStore,
  needs: OperationsParts,
  options: { folder: string; typeId?: number; signal: AbortSignal },
): Promise<Proposal | 'NoSuchType'> {
  const { typeId, signal } = options
  if (typeId !== undefined && !(await needs.titles.topOf(typeId))) return 'NoSuchType'
  const folder = await realpath(options.folder)
  await readdir(folder)
  const rows = new Map((await store.all()).map((row) => [row.path, row]))
  const found = await findVideos(folder, signal)
  const fresh = new Set(found.videos.filter(({ path }) => !rows.has(path)).map(({ path }) => path))
  const named = await nameVideos(found, { needs, signal, folder, changes: new Map() }, fresh, rows)
  const planned = await planVideos(found, named, {
    folder,
    rows,
    isReplanned: () => false,
    leaving: new Set(),
    typeId: typeId ?? null,
    topOf: needs.titles.topOf,
    shown: (path) => path,
  })
  const shown = (path: string): string => shownName(relative(folder, path) || path)
  return {
    files: planned.flatMap(({ video, plan, category }): ProposedFile[] => {
      const name = named.get(video.path)?.name
      if (!name) return []
      const { titleName, episodeName, source } = plan
      return [{ file: video.relativePath, name, typeId: category.typeId, titleName, episodeName, source }]
    }),
    refused: found.refused.map(({ path, reason }) => ({ file: shown(path), reason })),
    categories: await needs.titles.categoryNames(),
  }
}
