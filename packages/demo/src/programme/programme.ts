import { browseUrl } from '@yunmu/urls'
import { animation } from './titles/animation.ts'
import type { DemoTitle } from './demo-title.ts'
import { documentaries } from './titles/documentaries.ts'
import { films } from './titles/films.ts'
import { firstSeries } from './titles/series-first.ts'
import { moreSeries } from './titles/series-more.ts'
import { shortDramas } from './titles/short-dramas.ts'
import { sportFilms } from './titles/sport.ts'
import { varietyShows } from './titles/variety.ts'

/** All titles by category; within a category in the order of the home page, newest first. */
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

/** Titles of the home page's banners, in order. */
export const bannerSlugs: readonly string[] = [
  'letters-from-fog-harbour',
  'eve-of-first-frost',
  'under-the-deep-blue',
  'beyond-orbit',
  'kite-and-summer',
  'blade-of-the-blue-cliff',
]

/** The feature plate of the home page; `picture` is the slug of the title whose backdrop it shows. */
export const featurePlate = {
  kicker: '今晚看什么',
  head: ['坐上夜车，', '看完再下站'],
  line: '片库里的全部电影',
  picture: 'high-beam',
  href: browseUrl('电影'),
}
