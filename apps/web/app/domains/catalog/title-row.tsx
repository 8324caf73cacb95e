import type { HomeRow } from '@yunmu/contract'
import { useState } from 'react'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Chips } from '../../ui/chips.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { messageTexts } from '../../ui/feedback/message-texts.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import { Section } from '../../ui/titles/section.tsx'
import { PosterSkeletons } from '../../ui/feedback/skeleton.tsx'
import { catalogTexts } from './catalog-texts.ts'
import { FeatureCard, type Feature } from './feature-card.tsx'
import type { RowShape } from './row-shapes.ts'

/** The widest page shows this many in one row. */
const rowLength = 8

interface TitleRowProps {
  row: HomeRow
  shape: RowShape
  /** Link to the full list. */
  to: string
  feature?: Feature | undefined
  /** Whether the row is visible without scrolling. */
  eager?: boolean
}

/** A row of a category's titles; chips filter it by genre. */
export const TitleRow = import.meta.env.SSR
  ? shareMarkup(Row, ({ row, shape, to, feature, eager = false }) => [row, shape, to, feature, eager])
  : Row

function Row({ row, shape, to, feature, eager = false }: TitleRowProps) {
  const texts = useTexts(catalogTexts)
  const messages = useTexts(messageTexts)
  const [genre, setGenre] = useState('')
  const send = { type: row.id, count: rowLength, genre }
  const narrowed = useCall('indexVodDataList', send, { enabled: genre !== '' })
  const titles = genre === '' ? row.list : narrowed.data?.list
  const chips = row.genres.length > 1 && [
    { value: '', text: texts.all },
    ...row.genres.map((value) => ({ value, text: value })),
  ]
  return (
    <Section
      heading={row.name}
      shape={feature ? 'plated' : shape}
      more={{ to, text: texts.all }}
      aside={chips && <Chips label={texts.narrow(row.name)} options={chips} chosen={genre} choose={setGenre} />}
    >
      {narrowed.isError && genre !== '' ? (
        <StatusMessage text={messages.failed}>
          <button type="button" onClick={narrowed.refetch}>
            {messages.retry}
            <Icon name="next" size={16} />
          </button>
        </StatusMessage>
      ) : (
        <PosterGrid
          isRow
          shape={shape}
          feature={feature && <FeatureCard {...feature} />}
          isStale={genre !== '' && narrowed.isPlaceholderData}
        >
          {titles ? (
            titles.slice(0, rowLength).map((title) => (
              <li key={title.id}>
                <Poster title={title} shape={shape} eager={eager} />
              </li>
            ))
          ) : (
            <PosterSkeletons count={rowLength} shape={shape} />
          )}
        </PosterGrid>
      )}
    </Section>
  )
}
