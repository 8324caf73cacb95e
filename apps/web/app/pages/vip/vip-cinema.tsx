import type { CinemaKind } from '@yunmu/contract'
import { useState } from 'react'
import { heightName } from '../../domains/vip/quality-rules.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { PosterSkeletons } from '../../ui/feedback/skeleton.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import { CinemaPoster } from './cinema-poster.tsx'
import styles from './vip-page.module.css'
import { cinemaCall, shelfSize } from './vip-reads.ts'
import { cinemaId } from './vip-sections.ts'
import { vipPageTexts } from './vip-texts.ts'

/** Posters of a page of the whole cinema: whole lines of three, six and eight. */
const pageSize = 48

/** The high-definition cinema: one line of posters, which opens to all of them; of one kind, if one is chosen. */
export function VipCinema() {
  const texts = useTexts(vipPageTexts)
  const [kind, choose] = useState<CinemaKind>('all')
  const [pages, setPages] = useState(0)
  // The line that the server rendered knows the kinds.
  const { kinds = [] } = useCall('vodCinema', cinemaCall).data ?? {}
  const shown = useCall('vodCinema', { ...cinemaCall, kind })
  const total = kinds.find((one) => one.kind === kind)?.total ?? 0
  const nameOf = (one: CinemaKind): string =>
    one === 'all'
      ? texts.all
      : one === 'hdr'
        ? texts.hdr
        : one === 'surround'
          ? texts.surround
          : heightName(Number(one))
  const isOpen = pages > 0
  return (
    <section id={cinemaId} aria-labelledby={`${cinemaId}-head`} className={styles.section}>
      <SectionHeader
        id={`${cinemaId}-head`}
        heading={texts.shelf}
        aside={<span className={styles.count}>{texts.shelfCount(total)}</span>}
      />
      {kinds.length > 2 && (
        <div className={styles.kinds}>
          <Chips
            label={texts.kinds}
            options={kinds.map((one) => ({ value: one.kind, text: nameOf(one.kind) }))}
            chosen={kind}
            choose={(next) => {
              choose(next)
              setPages((before) => Math.min(before, 1))
            }}
          />
        </div>
      )}
      {shown.isError && !shown.data ? (
        <LoadError retry={shown.refetch} />
      ) : (
        <PosterGrid isRow={!isOpen}>
          {isOpen ? (
            Array.from({ length: pages }, (_, at) => (
              <CinemaPosters key={`${kind} ${at}`} call={{ kind, page: at + 1, size: pageSize }} />
            ))
          ) : (
            <CinemaPosters key={kind} call={{ ...cinemaCall, kind }} />
          )}
        </PosterGrid>
      )}
      {total > (isOpen ? pages * pageSize : shelfSize) && (
        <p className={styles.more}>
          <Button onClick={() => setPages(pages + 1)}>{isOpen ? texts.showMore : texts.showAll(total)}</Button>
        </p>
      )}
    </section>
  )
}

function CinemaPosters({ call }: { call: typeof cinemaCall }) {
  const { data } = useCall('vodCinema', call)
  if (!data) return <PosterSkeletons count={call.size} />
  return data.list.map((title) => (
    <li key={title.id}>
      <CinemaPoster title={title} />
    </li>
  ))
}
