import { ListHeader } from '../../domains/catalog/list-header.tsx'
import { useRandomTitle } from '../../domains/catalog/use-random-title.ts'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl } from '../../lib/urls.ts'
import { Button } from '../../ui/button.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import { Section } from '../../ui/titles/section.tsx'
import { DayList } from './day-list.tsx'
import { Timetable } from './timetable.tsx'
import { dayUrl, newestCall, type UpdateAddress } from './update-address.ts'
import styles from './update-page.module.css'
import { pageTexts } from './update-texts.ts'

/** Updates of a day, its week, and the newest titles. */
export function UpdatePage({ address }: { address: UpdateAddress }) {
  const texts = useTexts(pageTexts)
  const { type, day } = address
  const topCategories = useTopCategories()
  const category = topCategories.find(({ id }) => id === type)
  const random = useRandomTitle(type)
  const { data } = useCall('vodTimetable', { type, day })
  const today = data?.today ?? ''
  const shown = day === '0' ? today : day
  return (
    <main>
      <div className={styles.page}>
        <PageMeta
          page="Update"
          placeholders={{ type: category?.label ?? '' }}
          title={[category?.label, day === '0' ? '' : day, texts.head].filter(Boolean).join(' ')}
          description={texts.about}
          canonical={dayUrl(address)}
        />
        <ListHeader
          heading={texts.head}
          label={texts.categories}
          options={[{ id: 0, label: texts.all }, ...topCategories].map(({ id, label }) => ({
            text: label,
            to: dayUrl({ type: id, day, page: 1 }),
            chosen: id === type,
          }))}
        >
          <Button
            icon="shuffle"
            pending={random.isPending}
            onClick={() => void random.open()}
            className={styles.random}
          >
            {texts.random}
          </Button>
        </ListHeader>
        <Timetable key={`${type} ${day}`} address={address} shown={shown} />
        <DayList key={dayUrl(address)} address={address} shown={shown} />
      </div>
      <Newest key={type} type={type} more={category && browseUrl(category.name)} />
    </main>
  )
}

function Newest({ type, more }: { type: number; more: string | undefined }) {
  const texts = useTexts(pageTexts)
  const { data } = useCall('vodNewest', newestCall({ type }))
  if (!data || data.list.length === 0) return null
  return (
    <Section
      heading={texts.newest}
      shape="poster"
      more={more === undefined ? undefined : { to: more, text: texts.browse }}
    >
      <PosterGrid isRow>
        {data.list.map((title) => (
          <li key={title.id}>
            <Poster title={title} />
          </li>
        ))}
      </PosterGrid>
    </Section>
  )
}
