import type { Shape } from '@yunmu/artwork'
import type { Script } from '@yunmu/zh'
import { join } from 'node:path'
import { canDrawChinese } from '../../../platform/process/chinese-fonts.ts'
import type { FileMemory, FoundFile } from '../delivery/file-memory.ts'
import { keptForEver, refused, type MediaAnswer } from '../delivery/media-answer.ts'
import { drawnFile, logoFile, portraitFile, sizedFile } from '../media-files.ts'
import type { MediaNeeds, TitleArtwork } from '../media-needs.ts'
import { artworkRequest, inTraditional } from './artwork-request.ts'
import { createChangeBatch } from './change-batch.ts'
import { readLogoAddress } from './logos.ts'
import { createMadePictures, type MadePicturesNeeds, type PictureWish } from './made-pictures.ts'
import {
  readPictureAddress,
  servedScript,
  servedWidth,
  type ArtAddress,
  type StoredAddress,
} from './picture-address.ts'
import { readPortraitAddress } from './portraits.ts'
import { describeDrawing, rasterise, shrink } from './rasterise.ts'

/** A portrait that its person took away must not stay in browsers and caches for long. */
const keptADay = 'public, max-age=86400'
/** Drawn without letters for want of a font: asked for again when the operator may have installed one. */
const keptAnHour = 'public, max-age=3600'
const tellAfterMs = 3000

/** In which script a poster is lettered; `none` for want of a font. */
type Letters = Script | 'none'
const fileMark: Record<Letters, readonly string[]> = { s: [], t: ['t'], none: ['plain'] }

export type PicturesNeeds = MadePicturesNeeds & Pick<MediaNeeds, 'titles'>

export interface Pictures {
  /** @param path raw, without the query */
  answer(path: string, query: string, wish: PictureWish): Promise<MediaAnswer>
  /** Tells now of the drawings that nobody was told of yet. */
  flush(): void
}

/** Pictures of people, and of titles: drawn ones and imported ones, each made once for a width and kept on disk. */
export function createPictures(needs: PicturesNeeds): Pictures {
  const { dataDir, titles, memory } = needs
  const made = createMadePictures(needs)
  const changes = createChangeBatch({ delayMs: tellAfterMs, tell: (ids) => titles.announceChanged(ids) })
  let letters: Promise<boolean> | undefined

  const draw = async (title: TitleArtwork, address: ArtAddress, width: number, letters: Letters): Promise<Buffer> => {
    const { shape, level, titleId } = address
    const plain = { ...artworkRequest(title, shape, level), lettering: letters !== 'none' }
    if (shape === 'poster') {
      const drawing = await describeDrawing(plain, artworkRequest(title, 'backdrop', 0))
      if (await titles.rememberDrawing(titleId, drawing)) changes.add(titleId)
    }
    return rasterise(letters === 't' ? inTraditional(plain) : plain, width)
  }

  /** A poster that reads the same in both scripts is drawn once. */
  const lettersOf = async (title: TitleArtwork, shape: Shape, query: string): Promise<Letters> => {
    if (shape !== 'poster') return 's'
    letters ??= canDrawChinese()
    if (!(await letters)) return 'none'
    const request = artworkRequest(title, shape, 0)
    const { title: name, credit } = inTraditional(request)
    return servedScript(query) === 's' || (name === request.title && credit === request.credit) ? 's' : 't'
  }

  const answerArt = async (address: ArtAddress, query: string, wish: PictureWish): Promise<MediaAnswer> => {
    const { shape, titleId, level, digest } = address
    const title = await titles.artwork(titleId)
    if (!title || level > (shape === 'still' ? title.episodes : 0)) return refused(404)
    if (digest !== title.digest) {
      const to = `/media/art/${shape}/${titleId}-${level}-${title.digest}.webp`
      return { kind: 'moved', location: query === '' ? to : `${to}?${query}` }
    }
    const drawn = await lettersOf(title, shape, query)
    const width = servedWidth(query, shape)
    const name = [shape, titleId, level, digest, width, ...fileMark[drawn]].join('-')
    const found = await made.read(drawnFile(titleId, name), wish, () => draw(title, address, width, drawn))
    return pictureAnswer(found, name, drawn === 'none' ? keptAnHour : keptForEver)
  }

  const answerStored = async ({ name }: StoredAddress, query: string, wish: PictureWish): Promise<MediaAnswer> => {
    const width = servedWidth(query, 'stored')
    const original = `pictures/${name}.webp`
    const found = await made.read(sizedFile(`${name}-${width}`), wish, async () =>
      (await memory.measure(original)) === null ? null : shrink(join(dataDir, original), width),
    )
    return pictureAnswer(found, `${name}-${width}`, keptForEver)
  }

  return {
    flush: changes.flush,
    async answer(path, query, wish) {
      const portrait = readPortraitAddress(path)
      if (portrait !== null) return answerFile(memory, portraitFile(portrait), wish, keptADay)
      const logo = readLogoAddress(path)
      if (logo !== null) return answerFile(memory, logoFile(logo), wish, keptForEver)
      const address = readPictureAddress(path)
      if (!address) return refused(403)
      return address.kind === 'art' ? answerArt(address, query, wish) : answerStored(address, query, wish)
    },
  }
}

/** A picture that is served as it is kept. */
async function answerFile(
  memory: FileMemory,
  path: string,
  { wantsBytes }: PictureWish,
  cacheControl: string,
): Promise<MediaAnswer> {
  const found = await (wantsBytes ? memory.read(path) : memory.measure(path))
  return pictureAnswer(found, path.replaceAll('/', '-'), cacheControl)
}

function pictureAnswer(found: FoundFile, etag: string, cacheControl: string): MediaAnswer {
  return found ? { kind: 'found', file: found, type: 'image/webp', cacheControl, etag } : refused(404)
}
