import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileMemory } from '../delivery/file-memory.ts'
import { keptForEver, refused, type MediaAnswer } from '../delivery/media-answer.ts'
import { drawnFile, sizedFile } from '../media-files.ts'
import type { MediaNeeds, TitleArtwork } from '../media-needs.ts'
import { artworkRequest } from './artwork-request.ts'
import { createChangeBatch } from './change-batch.ts'
import { canDrawChinese } from './lettering-fonts.ts'
import { readPictureAddress, servedWidth, type ArtAddress, type StoredAddress } from './picture-address.ts'
import { describeDrawing, rasterise, shrink } from './rasterise.ts'
import { createWorkQueue } from './work-queue.ts'

const type = 'image/webp'
/** Drawn without letters for want of a font: asked for again when the operator may have installed one. */
const keptAnHour = 'public, max-age=3600'
const longestQueue = 300
const tellAfterMs = 3000

export type PicturesNeeds = Pick<MediaNeeds, 'dataDir' | 'log' | 'titles'> & { memory: FileMemory }

export interface Pictures {
  /** @param path raw, without the query */
  answer(path: string, query: string, wantsBytes: boolean): Promise<MediaAnswer>
  /** Tells now of the drawings that nobody was told of yet. */
  flush(): void
}

/** Pictures of titles: drawn ones and imported ones, each made once for a width and kept on disk. */
export function createPictures({ dataDir, log, titles, memory }: PicturesNeeds): Pictures {
  const queue = createWorkQueue<Buffer | null>(longestQueue)
  const changes = createChangeBatch({ delayMs: tellAfterMs, tell: (ids) => titles.announceChanged(ids) })
  let letters: Promise<boolean> | undefined

  /** Makes what is not on disk yet. Null where there is nothing to make it from. */
  const madeOnce = async (
    file: string,
    wantsBytes: boolean,
    make: () => Promise<Buffer | null>,
  ): Promise<MediaAnswer | Pick<Extract<MediaAnswer, { kind: 'found' }>, 'file'>> => {
    const kept = await (wantsBytes ? memory.read(file) : memory.measure(file))
    if (kept) return { file: kept }
    const work = queue.run(file, async () => {
      const bytes = await make()
      if (bytes)
        await keep(join(dataDir, file), bytes).catch((err: unknown) => log.warn({ err }, 'a picture was not kept'))
      return bytes
    })
    if (work === null) return refused(503)
    const bytes = await work
    return bytes ? { file: { bytes } } : refused(404)
  }

  const draw = async (title: TitleArtwork, address: ArtAddress, width: number, lettering: boolean): Promise<Buffer> => {
    const { shape, level, titleId } = address
    const picture = await rasterise({ ...artworkRequest(title, shape, level), lettering }, width)
    if (shape === 'poster') {
      const drawing = await describeDrawing(picture, artworkRequest(title, 'backdrop', 0))
      if (await titles.rememberDrawing(titleId, drawing)) changes.add(titleId)
    }
    return picture
  }

  const answerArt = async (address: ArtAddress, query: string, wantsBytes: boolean): Promise<MediaAnswer> => {
    const { shape, titleId, level, digest } = address
    const title = await titles.artwork(titleId)
    if (!title || level > (shape === 'still' ? title.episodes : 0)) return refused(404)
    if (digest !== title.digest) {
      const to = `/media/art/${shape}/${titleId}-${level}-${title.digest}.webp`
      return { kind: 'moved', location: query === '' ? to : `${to}?${query}` }
    }
    letters ??= canDrawChinese()
    const lettered = shape !== 'poster' || (await letters)
    const width = servedWidth(query, shape)
    const name = [shape, titleId, level, digest, width, ...(lettered ? [] : ['plain'])].join('-')
    const made = await madeOnce(drawnFile(titleId, name), wantsBytes, () => draw(title, address, width, lettered))
    if ('kind' in made) return made
    return { kind: 'found', ...made, type, cacheControl: lettered ? keptForEver : keptAnHour, etag: name }
  }

  const answerStored = async ({ name }: StoredAddress, query: string, wantsBytes: boolean): Promise<MediaAnswer> => {
    const sized = `${name}-${servedWidth(query, 'stored')}`
    const original = `pictures/${name}.webp`
    const made = await madeOnce(sizedFile(sized), wantsBytes, async () =>
      (await memory.measure(original)) === null ? null : shrink(join(dataDir, original), servedWidth(query, 'stored')),
    )
    return 'kind' in made ? made : { kind: 'found', ...made, type, cacheControl: keptForEver, etag: sized }
  }

  return {
    flush: changes.flush,
    async answer(path, query, wantsBytes) {
      const address = readPictureAddress(path)
      if (!address) return refused(403)
      return address.kind === 'art' ? answerArt(address, query, wantsBytes) : answerStored(address, query, wantsBytes)
    },
  }
}

/** Whole or not at all, whoever writes the same picture at the same time. */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(draft, bytes)
    await rename(draft, path)
  } catch (err) {
    await rm(draft, { force: true })
    throw err
  }
}
