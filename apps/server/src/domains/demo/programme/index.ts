import { browseUrl } from '@yunmu/urls'
import { animation } from './animation.ts'
import type { DemoTitle } from './demo-title.ts'
import { documentaries } from './documentaries.ts'
import { films } from './films.ts'
import { firstSeries } from './series-first.ts'
import { moreSeries } from './series-more.ts'
import { shortDramas } from './short-dramas.ts'
import { sportFilms } from './sport.ts'
import { varietyShows } from './variety.ts'

/** All titles, category by category; within one in the order of the home page, the newest first. */
export const programme: readonly DemoTitle[] = [
  ...firstSeries,
  ...moreSeries,
  ...films,
  ...varietyShows,
  ...animation,
  ...documentaries,
  ...shortDramas,
  ...sportFilms,
]

/** What fills the head of the home page, in order. */
export const bannerSlugs: readonly string[] = [
  'letters-from-fog-harbour',
  'eve-of-first-frost',
  'under-the-deep-blue',
  'beyond-orbit',
  'kite-and-summer',
  'blade-of-the-blue-cliff',
]

/** The title that a first visitor sees first: its first episode is the film that is made first. */
export const heroIndex = programme.findIndex(({ slug }) => slug === bannerSlugs[0])

/** The wide picture among the films; its backdrop is that of the title named. */
export const featurePlate = {
  kicker: '今晚看什么',
  head: ['坐上夜车，', '看完再下站'],
  line: '片库里的全部电影',
  picture: 'high-beam',
  href: browseUrl('电影'),
}
export type { DemoTitle } from './demo-title.ts'
