import type { ReactNode } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { useCall } from '../../lib/calls/call-query.ts'
import { PageQueries, read, type PageData, type PageRead } from '../../lib/calls/page-data.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import styles from './lost-title.module.css'
import { lostTitleTexts } from './lost-title-texts.ts'

/** What a title's page throws where the title is gone: others of its category, 0 for any, take its place. */
interface Lost {
  offers: PageData
  type: number
}

const offerCount = 12

/** The newest of a category, and of all where there is no such category. */
function offersOf(type: number): PageRead[] {
  const send = { type, count: offerCount }
  const andThen = (newest: { list: readonly unknown[] }): PageRead[] =>
    newest.list.length === 0 && type !== 0 ? offersOf(0) : []
  return [read('vodNewest', send, { andThen })]
}

const isGone = (err: unknown): boolean =>
  err instanceof Object &&
  'init' in err &&
  err.init instanceof Object &&
  'status' in err.init &&
  err.init.status === 404

/** Loads the page of a title. Where the title is gone, what is thrown offers others of the category. */
export async function orOffers<Loaded>(
  loading: () => Loaded | Promise<Loaded>,
  type: number,
  load: (reads: readonly PageRead[]) => Promise<PageData>,
): Promise<Loaded> {
  try {
    return await loading()
  } catch (err) {
    if (!isGone(err)) throw err
    const offers = await load(offersOf(type)).catch(() => null)
    if (!offers) throw err
    throw data({ offers, type } satisfies Lost, { status: 404 })
  }
}

const isLost = (thrown: unknown): thrown is Lost =>
  thrown instanceof Object && 'offers' in thrown && 'type' in thrown && typeof thrown.type === 'number'

/** Stands where a title was. */
export function LostTitlePage({ error }: { error: unknown }): ReactNode {
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : null
  if (!isLost(thrown)) return <NotFoundPage error={error} />
  return (
    <PageQueries from={thrown.offers}>
      <NotFoundPage error={error}>
        <Offers type={thrown.type} />
      </NotFoundPage>
    </PageQueries>
  )
}

function Offers({ type }: { type: number }) {
  const texts = useTexts(lostTitleTexts)
  const alike = useCall('vodNewest', { type, count: offerCount }).data?.list ?? []
  const others = useCall('vodNewest', { type: 0, count: offerCount }, { enabled: alike.length === 0 }).data?.list ?? []
  const titles = alike.length > 0 ? alike : others
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
