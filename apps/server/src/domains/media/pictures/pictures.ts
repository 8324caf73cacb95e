import type { Shape } from '@yunmu/artwork'
import type { Script } from '@yunmu/zh'
import { join } from 'node:path'
import { canDrawChinese } from '../../../platform/process/chinese-fonts.ts'
import type { FoundFile } from '../../../platform/http/file-reply.ts'
import type { FileCache } from '../delivery/file-cache.ts'
import { cachedForever, refusal, type MediaReply } from '../../../platform/http/file-reply.ts'
import {
  artworkFile,
  isGuessable,
  logoFile,
  personFile,
  portraitFile,
  posterFile,
  sizedFile,
  sizedPosterFile,
} from '../media-files.ts'
import type { MediaNeeds, TitleArtwork } from '../media-needs.ts'
import { artworkRequest, toTraditionalRequest } from './artwork-request.ts'
import { createChangeBatch } from './change-batch.ts'
import { parseLogoUrl } from './logos.ts'
import { createGeneratedPictures, type GeneratedPicturesNeeds, type PictureRequest } from './generated-pictures.ts'
import {
  parsePictureUrl,
  servedScript,
  servedWidth,
  type ArtworkUrl,
  type PersonUrl,
  type StoredPictureUrl,
} from './picture-url.ts'
import { parsePortraitUrl } from './portraits.ts'
import { parsePosterUrl } from './posters.ts'
import { artworkMetadata, drawPerson, faceWidth, rasterise, shrink } from './rasterise.ts'

/** Short, because browsers and caches must not show a removed portrait, or a picture of a removed film, for long. */
const cachedADay = 'public, max-age=86400'
/** Drawn without text because no font is installed: expires soon, in case the operator installs one. */
const cachedAnHour = 'public, max-age=3600'
const notifyDelayMs = 3000

/** The script of the text in a poster; `none` if no font is installed. */
type Lettering = Script | 'none'
const fileSuffix: Record<Lettering, readonly string[]> = { s: [], t: ['t'], none: ['plain'] }

export type PicturesNeeds = GeneratedPicturesNeeds & Pick<MediaNeeds, 'titles'>

export interface Pictures {
  /** @param path raw, without the query */
  reply(path: string, query: string, request: PictureRequest): Promise<MediaReply>
  /** Announces the drawings that were not announced yet. */
  flush(): void
}

/** Portraits, and generated and imported pictures of titles, each made once per width and stored on disk. */
export function createPictures(needs: PicturesNeeds): Pictures {
  const { dataDir, titles, fileCache } = needs
  const generated = createGeneratedPictures(needs)
  const changes = createChangeBatch({ delayMs: notifyDelayMs, notify: (ids) => titles.announceChanged(ids) })
  let letters: Promise<boolean> | undefined

  const draw = async (title: TitleArtwork, address: ArtworkUrl, width: number, letters: Lettering): Promise<Buffer> => {
    const { shape, level, titleId } = address
    const plain = { ...artworkRequest(title, shape, level), lettering: letters !== 'none' }
    if (shape === 'poster') {
      const drawing = await artworkMetadata(plain, artworkRequest(title, 'backdrop', 0))
      if (await titles.saveArtworkMetadata(titleId, drawing)) changes.add(titleId)
    }
    return rasterise(letters === 't' ? toTraditionalRequest(plain) : plain, width)
  }

  /** A poster whose name is equal in both scripts is drawn once. */
  const letteringOf = async (title: TitleArtwork, shape: Shape, query: string): Promise<Lettering> => {
    if (shape !== 'poster') return 's'
    letters ??= canDrawChinese()
    if (!(await letters)) return 'none'
    const request = artworkRequest(title, shape, 0)
    const { title: name, credit } = toTraditionalRequest(request)
    return servedScript(query) === 's' || (name === request.title && credit === request.credit) ? 's' : 't'
  }

  const replyArtwork = async (address: ArtworkUrl, query: string, request: PictureRequest): Promise<MediaReply> => {
    const { shape, titleId, level, digest } = address
    const title = await titles.artwork(titleId)
    if (!title || level > (shape === 'still' ? title.episodes : 0)) return refusal(404)
    if (digest !== title.digest) {
      const to = `/media/art/${shape}/${titleId}-${level}-${title.digest}.webp`
      return { kind: 'moved', location: query === '' ? to : `${to}?${query}` }
    }
    const lettering = await letteringOf(title, shape, query)
    const width = servedWidth(query, shape)
    const name = [shape, titleId, level, digest, width, ...fileSuffix[lettering]].join('-')
    const found = await generated.read(artworkFile(titleId, name), request, () =>
      draw(title, address, width, lettering),
    )
    return pictureReply(found, name, lettering === 'none' ? cachedAnHour : cachedForever)
  }

  const replyPerson = async (address: PersonUrl, query: string, request: PictureRequest): Promise<MediaReply> => {
    const { kind, seed } = address
    const width = kind === 'person' ? servedWidth(query, 'backdrop') : faceWidth
    const name = `${kind}-${seed}-${width}`
    const found = await generated.read(personFile(name), request, () => drawPerson(address, width))
    return pictureReply(found, name, cachedForever)
  }

  const replyStored = async (
    { assetId, name }: StoredPictureUrl,
    query: string,
    request: PictureRequest,
  ): Promise<MediaReply> => {
    const width = servedWidth(query, 'stored')
    const original = `pictures/${name}.webp`
    const found = await generated.read(sizedFile(`${name}-${width}`), request, async () =>
      (await fileCache.stat(original)) === null ? null : shrink(join(dataDir, original), width),
    )
    if (!isGuessable(name)) return pictureReply(found, `${name}-${width}`, cachedForever)
    const isVisible = found !== null && (await titles.showAsset(assetId))
    return isVisible ? pictureReply(found, `${name}-${width}`, cachedADay) : refusal(404)
  }

  return {
    flush: changes.flush,
    async reply(path, query, request) {
      const portrait = parsePortraitUrl(path)
      if (portrait !== null) return replyFile(fileCache, portraitFile(portrait), request, cachedADay)
      const logo = parseLogoUrl(path)
      if (logo !== null) return replyFile(fileCache, logoFile(logo), request, cachedForever)
      const poster = parsePosterUrl(path)
      if (poster !== null) return replyPoster({ dataDir, generated, fileCache }, poster, query, request)
      const address = parsePictureUrl(path)
      if (!address) return refusal(403)
      if (address.kind === 'art') return replyArtwork(address, query, request)
      return address.kind === 'stored' ? replyStored(address, query, request) : replyPerson(address, query, request)
    },
  }
}

/** A poster from outside, in one of the widths that pages ask for. */
async function replyPoster(
  {
    dataDir,
    generated,
    fileCache,
  }: Pick<PicturesNeeds, 'dataDir' | 'fileCache'> & { generated: ReturnType<typeof createGeneratedPictures> },
  name: string,
  query: string,
  request: PictureRequest,
): Promise<MediaReply> {
  // A wide picture may be among them: who asks for a width gets it.
  const width = servedWidth(query, new URLSearchParams(query).has('w') ? 'stored' : 'poster')
  const original = posterFile(name)
  const found = await generated.read(sizedPosterFile(name, width), request, async () =>
    (await fileCache.stat(original)) === null ? null : shrink(join(dataDir, original), width),
  )
  return pictureReply(found, `poster-${name}-${width}`, cachedForever)
}

/** A stored picture, served without changes. */
async function replyFile(
  fileCache: FileCache,
  path: string,
  { wantsBytes }: PictureRequest,
  cacheControl: string,
): Promise<MediaReply> {
  const found = await (wantsBytes ? fileCache.read(path) : fileCache.stat(path))
  return pictureReply(found, path.replaceAll('/', '-'), cacheControl)
}

function pictureReply(found: FoundFile, etag: string, cacheControl: string): MediaReply {
  return found ? { kind: 'found', file: found, type: 'image/webp', cacheControl, etag } : refusal(404)
}
