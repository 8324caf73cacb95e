import { join } from 'node:path'
import type { Kind, PaletteName } from '@yunmu/artwork'
import type { DemoTitle } from '../programme/demo-title.ts'
import { bannerSlugs, programme } from '../programme/programme.ts'
import type { FilmScript, Shot } from './film-script.ts'
import { hasParallax } from './picture/shot-layers.ts'
import { moods, type Mood } from './score/moods.ts'
import { titleScenes, type TitleScenes } from './scenes/index.ts'

/** The camera of each shot of a film, in turn. */
const cameras: readonly Pick<Shot, 'move' | 'framing'>[] = [
  { move: 'right', framing: 'wide' },
  { move: 'left', framing: 'close' },
  { move: 'left', framing: 'wide' },
  { move: 'right', framing: 'close' },
]

function shotsOf({ slug, name, art }: DemoTitle, { own, others }: TitleScenes): Shot[] {
  const isFeatured = bannerSlugs.includes(slug)
  const all = [[art.wide ?? art.kind, art.palette, own] as const, ...others]
  return all.map(([kind, palette, air = {}], at): Shot => {
    const camera = cameras[at % cameras.length] ?? { move: 'right', framing: 'wide' }
    // The first picture is the backdrop of the title's page.
    const seed = at === 0 ? name : `${name} ${at}`
    // Moving towards the subject takes twice the time of other movements, so it is for few films.
    const move = at === 0 && isFeatured && !hasParallax({ kind }) ? 'in' : camera.move
    return { light: 'still', ...air, kind, palette, seed, title: name, framing: camera.framing, move }
  })
}

function filmOf(title: DemoTitle): FilmScript {
  const scenes = titleScenes[title.slug]
  if (!scenes) throw new Error(`no scenes for ${title.slug}`)
  return {
    name: title.slug,
    shots: shotsOf(title, scenes),
    // The first banner's film lies in the repository, where it has to be small.
    height: bannerSlugs.indexOf(title.slug) > 0 ? 1080 : 720,
    score: moods[scenes.mood],
  }
}

/** The film of a programme that only channels show. */
function channelFilm(
  name: string,
  mood: Mood,
  shots: readonly (readonly [Kind, PaletteName, Shot['light']])[],
): FilmScript {
  return {
    name,
    shots: shots.map(([kind, palette, light], at) => ({
      kind,
      palette,
      light,
      seed: `${name} ${at}`,
      title: name,
      framing: cameras[at % cameras.length]?.framing ?? 'wide',
      move: cameras[at % cameras.length]?.move ?? 'right',
    })),
    height: 720,
    score: moods[mood],
  }
}

/** The films of programmes that are no titles: landscapes, news and sports desks. */
const channelFilms: readonly FilmScript[] = [
  channelFilm('interlude', 'nature', [
    ['terraces', 'dawn', 'still'],
    ['ridges', 'jade', 'still'],
    ['bamboo', 'jade', 'still'],
    ['jetty', 'rose', 'still'],
  ]),
  channelFilm('news-desk', 'news', [
    ['studio', 'steel', 'breathing'],
    ['city', 'porcelain', 'still'],
    ['studio', 'porcelain', 'breathing'],
    ['road', 'dawn', 'still'],
  ]),
  channelFilm('sports-desk', 'news', [
    ['studio', 'jade', 'breathing'],
    ['stadium', 'porcelain', 'flashes'],
    ['studio', 'cinder', 'breathing'],
    ['stadium', 'jade', 'still'],
  ]),
]

/** The titles in the order in which visitors are likely to press them: the banners, then the most played. */
function titlesInOrder(): DemoTitle[] {
  const orderOf = ({ slug, plays }: DemoTitle): number => {
    const banner = bannerSlugs.indexOf(slug)
    return banner >= 0 ? banner - bannerSlugs.length : 1 / plays
  }
  return programme.toSorted((one, other) => orderOf(one) - orderOf(other))
}

const [titleFilms, featured] = [titlesInOrder().map(filmOf), bannerSlugs.length]

/** One film for each title, and those of channels, in the order in which they are made. Every channel needs the latter. */
export const filmScripts: readonly FilmScript[] = [
  ...titleFilms.slice(0, featured),
  ...channelFilms,
  ...titleFilms.slice(featured),
]

/** The film of the first banner lies in the repository, so that it plays before any is made. */
export const bundledFilm = { name: bannerSlugs[0] ?? '', file: join(import.meta.dirname, '../../films/hero.mp4') }
