import { Suspense } from 'react'
import { Hero } from '../../domains/catalog/hero.tsx'
import { RankedColumns } from '../../domains/catalog/rankings.tsx'
import { rowShapes } from '../../domains/catalog/row-shapes.ts'
import { TitleRow } from '../../domains/catalog/title-row.tsx'
import { UpdatesStrip } from '../../domains/catalog/updates-strip.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { breadcrumbData } from '../../lib/seo/structured-data.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl, rankUrl, tabsUrl } from '../../lib/urls.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { EmptyCategory } from './empty-category.tsx'
import { CategoryLinks } from './category-links.tsx'
import { tabsTexts } from './tabs-texts.ts'

/** Page of one category: hero, links, rows, ranking. */
export function TabsPage({ id }: { id: number }) {
  const texts = useTexts(tabsTexts)
  const { data } = useCall('indexVodDataById', { id })
  const topCategory = useTopCategories().find((other) => other.id === id)
  if (!data) return null
  const { category, banners, rank } = data
  const rows = data.rows.filter(({ list }) => list.length > 0)
  const shapes = rowShapes(rows)
  const name = topCategory?.name ?? category.name
  return (
    <main>
      <PageMeta
        page="Tabs"
        title={category.name}
        placeholders={{ name: category.name }}
        feed={`/rss/${id}.xml`}
        description={texts.about(category.name)}
        image={banners[0]?.backdrop}
        canonical={tabsUrl(id)}
      />
      <StructuredData
        graph={
          import.meta.env.SSR && ((places) => [breadcrumbData([{ name: category.name, to: tabsUrl(id) }], places)])
        }
      />
      <h1 className="unseen">{category.name}</h1>
      <Hero key={id} banners={banners} variant="tab" />
      <CategoryLinks id={id} name={name} isFirst={banners.length === 0} />
      {rows.length === 0 && <EmptyCategory />}
      <UpdatesStrip key={`updates${id}`} type={id} />
      {rows.map((row, at) => {
        const [genre] = row.genres
        return (
          <Suspense key={`${id} ${row.name}`}>
            <TitleRow
              row={row}
              shape={shapes[at] ?? 'poster'}
              to={browseUrl(name, genre === undefined ? {} : { genre })}
              eager={at === 0}
            />
          </Suspense>
        )
      })}
      <RankedColumns name={category.name} titles={rank} to={rankUrl({ type: id, period: 'week' })} />
    </main>
  )
}
