import type { ReactNode } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { useCall } from '../../lib/calls/call-query.ts'
import { LoadedPage, read, type PageData, type PageRead } from '../../lib/calls/page-data.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import styles from './title-not-found-page.module.css'
import { titleNotFoundTexts } from './title-not-found-texts.ts'

/** Data thrown by the page of a missing title: alternatives from its category (0: any). */
interface MissingTitle {
  alternatives: PageData
  type: number
}

const alternativeCount = 12

/** Reads the newest titles of a category, or of all categories if it is empty or unknown. */
function readAlternatives(type: number): PageRead[] {
  const send = { type, count: alternativeCount }
  const andThen = (newest: { list: readonly unknown[] }): PageRead[] =>
    newest.list.length === 0 && type !== 0 ? readAlternatives(0) : []
  return [read('vodNewest', send, { andThen })]
}

const isNotFound = (err: unknown): boolean =>
  err instanceof Object &&
  'init' in err &&
  err.init instanceof Object &&
  'status' in err.init &&
  err.init.status === 404

/** Runs a loader. If the title is not found, the thrown 404 carries alternatives from its category. */
export async function withAlternatives<Loaded>(
  run: () => Loaded | Promise<Loaded>,
  type: number,
  load: (reads: readonly PageRead[]) => Promise<PageData>,
): Promise<Loaded> {
  try {
    return await run()
  } catch (err) {
    if (!isNotFound(err)) throw err
    const alternatives = await load(readAlternatives(type)).catch(() => null)
    if (!alternatives) throw err
    throw data({ alternatives, type } satisfies MissingTitle, { status: 404 })
  }
}

const isMissingTitle = (thrown: unknown): thrown is MissingTitle =>
  thrown instanceof Object && 'alternatives' in thrown && 'type' in thrown && typeof thrown.type === 'number'

/** Not-found page of a title. */
export function TitleNotFoundPage({ error }: { error: unknown }): ReactNode {
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : null
  if (!isMissingTitle(thrown)) return <NotFoundPage error={error} />
  return (
    <LoadedPage from={thrown.alternatives}>
      <NotFoundPage error={error}>
        <Alternatives type={thrown.type} />
      </NotFoundPage>
    </LoadedPage>
  )
}

function Alternatives({ type }: { type: number }) {
  const texts = useTexts(titleNotFoundTexts)
  const sameCategory = useCall('vodNewest', { type, count: alternativeCount }).data?.list ?? []
  const others =
    useCall('vodNewest', { type: 0, count: alternativeCount }, { enabled: sameCategory.length === 0 }).data?.list ?? []
  const titles = sameCategory.length > 0 ? sameCategory : others
  if (titles.length === 0) return null
  return (
    <section className={styles.offers} aria-label={texts.instead}>
      <h2>{texts.instead}</h2>
      <PosterGrid>
        {titles.map((title) => (
          <li key={title.id}>
            <Poster title={title} />
          </li>
        ))}
      </PosterGrid>
    </section>
  )
}
