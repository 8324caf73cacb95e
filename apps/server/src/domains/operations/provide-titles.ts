import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportContext, ImportJob } from './import-video.ts'
import type { ProvidedTitle } from './title-provider.ts'

/** Jobs with what the provider says of their titles, where nobody else says anything. */
export interface ProvidedJobs {
  jobs: ImportJob[]
  /** Removes the pictures that were fetched. */
  close(): Promise<void>
}

type Pictures = Pick<ImportJob['pictures'], 'poster' | 'backdrop'>

/**
 * Asks the provider about titles that are imported for the first time. What files beside a video say is kept, and titles
 * that are here already are left as they are.
 */
export async function provideTitles(
  jobs: readonly ImportJob[],
  { needs, rows, signal }: Pick<ImportContext, 'needs' | 'rows' | 'signal'>,
): Promise<ProvidedJobs> {
  const { provider } = needs
  if (provider === null) return { jobs: [...jobs], close: async () => undefined }
  const known = new Set([...rows.values()].filter(({ state }) => state === 'done').map(({ origin }) => origin))
  const below = join(needs.dataDir, 'work')
  await mkdir(below, { recursive: true })
  const folder = await mkdtemp(join(below, 'provider-'))
  const titles = new Map<string, { title: ProvidedTitle | null; pictures: Pictures }>()

  const fetched = async (address: string, name: string): Promise<string | undefined> => {
    const bytes = address === '' ? null : await provider.picture(address, signal)
    if (bytes === null) return undefined
    const file = join(folder, `${titles.size}-${name}`)
    await writeFile(file, bytes)
    return file
  }
  const find = async ({ plan }: ImportJob) => {
    const { titleName, series, aliases, year, kind } = plan
    const title = await provider.find({ name: series || titleName, aliases, year, kind }, signal)
    const pictures: Pictures =
      title === null
        ? {}
        : { poster: await fetched(title.poster, 'poster'), backdrop: await fetched(title.backdrop, 'backdrop') }
    return { title, pictures }
  }

  const provided: ImportJob[] = []
  for (const job of jobs) {
    const { origin, isExtra } = job.plan
    if (known.has(origin) || isExtra) {
      provided.push(job)
      continue
    }
    const found = titles.get(origin) ?? (await find(job))
    titles.set(origin, found)
    const { title, pictures } = found
    provided.push({
      ...job,
      facts: { ...job.facts, title: { ...title?.facts, ...job.facts.title } },
      pictures: {
        ...job.pictures,
        poster: job.pictures.poster ?? pictures.poster,
        backdrop: job.pictures.backdrop ?? pictures.backdrop,
      },
    })
  }
  return { jobs: provided, close: () => rm(folder, { recursive: true, force: true }) }
}
