import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RenditionDraft, VersionDraft } from '../media-store.ts'
import { planChunks } from './chunk-rules.ts'
import { codecsOf } from './codecs.ts'
import { FfmpegFailure } from './ffmpeg-run.ts'
import {
  copiedName,
  isCopied,
  isWellCut,
  ladderOf,
  linesOf,
  outputRate,
  refusalReason,
  shortageReason,
  shownSize,
  type Rung,
  type Size,
} from './ladder-rules.ts'
import { measureSegments, totalMs } from './measure.ts'
import { MediaRefusal } from './media-refusal.ts'
import { cutPictures, writeStoryboard, type OpenForPictures, type Pictures } from './pictures.ts'
import { measureLength, probe, refusalOf, type Probed } from './probe.ts'
import { remux } from './remux.ts'
import { retime } from './retime.ts'
import { chunkListInput, sourceInput } from './source-input.ts'
import { writeSubtitles } from './subtitles.ts'
import { audioTracks } from './tracks.ts'
import { chunkList, cutSegments, encodeAudio, encodeChunks, keepWorkOf } from './transcode.ts'

export interface IngestRequest {
  /** The video. Nothing about it is trusted. */
  file: string
  /** Subtitle files that belong to it. */
  subtitles: readonly string[]
  /** The empty folder of the new version. */
  dir: string
  /** Where finished steps are kept for the next run to go on from. Whoever asks removes it when the result is safe. */
  workDir: string
  /** Gives a video that is copied as it is lower steps as well. */
  withLadder?: boolean
  /** Of x264. */
  preset?: string
  signal?: AbortSignal
  onProgress?: (progress: IngestProgress) => void
}

export interface IngestProgress {
  step: 'copy' | 'encode' | 'pictures'
  /** 0 to 1 of that step. */
  share: number
}

export interface Ingested {
  version: VersionDraft
  pictures: Pictures
  way: 'copied' | 'encoded'
  /** Chunks that an earlier run had finished. */
  resumedChunks: number
  /** What was left out, for the operator. */
  notes: string[]
}

type Job = IngestRequest & { probed: Probed; report: (step: IngestProgress['step'], share: number) => void }

interface Made {
  renditions: RenditionDraft[]
  way: Ingested['way']
  resumedChunks: number
  /** What thumbnails and pictures are best taken from. */
  thumbnailsFrom: OpenForPictures
  pictureFrom: OpenForPictures
}

/**
 * Turns one video file into the files of an asset version: segments, subtitles, thumbnails.
 * @throws MediaRefusal for a file that cannot become one; the reason of the signal when it stops
 */
export async function ingestFile(request: IngestRequest): Promise<Ingested> {
  const { file, signal, onProgress } = request
  const [dir, workDir] = [resolve(request.dir), resolve(request.workDir)]
  const probed = await probeWhole(file, signal)
  await mkdir(workDir, { recursive: true })
  const report: Job['report'] = (step, share) => onProgress?.({ step, share: Math.min(1, Math.max(0, share)) })
  const job: Job = { ...request, dir, workDir, probed, report }
  try {
    const made = (await copy(job)) ?? (await encode(job, ladderOf(probed.video)))
    const played = made.renditions.map(({ name, segments }) => ({
      folder: join(dir, 'std', name),
      segments: segments.length,
    }))
    await retime(played)
    const durationMs = Math.max(...made.renditions.map(({ segments }) => totalMs(segments)))
    const subtitles = await writeSubtitles({ file, probed, sideFiles: request.subtitles, dir, workDir, signal })
    const sheets = join(dir, 'std', 'storyboard')
    report('pictures', 0)
    const videoMs = totalMs(made.renditions[0]?.segments ?? [])
    const source = { durationSec: videoMs / 1000, signal }
    const storyboard = await writeStoryboard({ ...source, open: made.thumbnailsFrom, folder: sheets })
    report('pictures', 0.7)
    const pictures = await cutPictures({ ...source, open: made.pictureFrom, sheets, storyboard, workDir })
    const { way, resumedChunks } = made
    const version = { durationMs, renditions: [...made.renditions, ...subtitles.renditions], storyboard }
    return { version, pictures, way, resumedChunks, notes: subtitles.notes }
  } catch (err) {
    throw err instanceof FfmpegFailure ? refusalOf(err) : err
  }
}

/** Probes a file, finds its length where the header does not say, and refuses what cannot be a film. */
export async function probeWhole(file: string, signal?: AbortSignal): Promise<Probed> {
  const read = await probe(file, signal)
  const probed = read.durationSec > 0 ? read : { ...read, durationSec: await measureLength(file, read, signal) }
  const reason = refusalReason(probed)
  if (reason !== null) throw new MediaRefusal(reason)
  return probed
}

/** Cuts the file into segments as it is; null where it has to be encoded. */
async function copy(job: Job): Promise<Made | null> {
  const { file, probed, dir, signal, report } = job
  if (!isCopied(probed)) return null
  const tracks = audioTracks(probed.audio)
  const name = copiedName(probed.video)
  const [videoFolder, audioFolders] = [`std/${name}`, tracks.map((track) => `std/${track.name}`)]
  const onProgress = (doneSec: number): void => report('copy', doneSec / probed.durationSec)
  await remux({ file, probed, dir, videoFolder, audioFolders, signal, onProgress })
  const video = await videoDraft(dir, name, shownSize(probed.video), probed.video.frameRate)
  const audio = await audioDrafts(dir, probed)
  if (!isWellCut(video.segments)) {
    for (const folder of [videoFolder, ...audioFolders]) await rm(join(dir, folder), { recursive: true })
    return null
  }
  refuseShortage(probed.durationSec, totalMs(video.segments) / 1000)
  const below = job.withLadder === true ? ladderOf(probed.video, linesOf(shownSize(probed.video))) : []
  const lower = below.length > 0 ? await encode(job, below, false) : null
  const open: OpenForPictures = (options) => sourceInput(file, options)
  return {
    renditions: [video, ...(lower?.renditions ?? []), ...audio],
    way: 'copied',
    resumedChunks: lower?.resumedChunks ?? 0,
    thumbnailsFrom: lower?.thumbnailsFrom ?? open,
    pictureFrom: open,
  }
}

/** Encodes the rungs, and the audio unless it is there already. */
async function encode(job: Job, rungs: readonly Rung[], withAudio = true): Promise<Made> {
  const { file, dir, workDir, signal, report } = job
  const realSec = await measureLength(file, job.probed, signal)
  refuseShortage(job.probed.durationSec, realSec)
  const probed = { ...job.probed, durationSec: realSec, audio: withAudio ? job.probed.audio : [] }
  const plan = planChunks(outputRate(probed.video), realSec)
  await keepWorkOf(workDir, JSON.stringify({ rungs, plan }))
  if (probed.audio.length > 0) await encodeAudio({ file, probed, workDir, signal })
  const onProgress = (doneSec: number): void => report('encode', doneSec / realSec)
  const preset = job.preset ?? 'veryfast'
  const { resumedChunks } = await encodeChunks({ file, probed, workDir, rungs, plan, preset, signal, onProgress })
  const videos = rungs.map((rung) => ({ rung, folder: `std/${rung.name}` }))
  const audioFolders = audioTracks(probed.audio).map(({ name }) => `std/${name}`)
  await cutSegments({ workDir, dir, probed, plan, videos, audioFolders, signal })
  const frameRate = plan.rate.over / plan.rate.under
  const drafts = await Promise.all(rungs.map((rung) => videoDraft(dir, rung.name, rung, frameRate)))
  const from = (rung: Rung | undefined): OpenForPictures => {
    return (options) => (rung ? chunkListInput(chunkList(workDir, rung), options) : sourceInput(file, options))
  }
  return {
    renditions: [...drafts, ...(await audioDrafts(dir, probed))],
    way: 'encoded',
    resumedChunks,
    thumbnailsFrom: from(rungs.at(-1)),
    pictureFrom: from(rungs[0]),
  }
}

function refuseShortage(promisedSec: number, realSec: number): void {
  const reason = shortageReason(promisedSec, realSec)
  if (reason !== null) throw new MediaRefusal(reason)
}

async function measured(dir: string, name: string) {
  const folder = join(dir, 'std', name)
  const segments = await measureSegments(folder)
  return { name, tier: 'std' as const, segments, codecs: codecsOf(await readFile(join(folder, 'init.mp4'))) }
}

async function videoDraft(dir: string, name: string, size: Size, frameRate: number): Promise<RenditionDraft> {
  const shape = { width: Math.round(size.width), height: Math.round(size.height), frameRate }
  return { ...(await measured(dir, name)), ...shape, kind: 'video', language: '', label: name, isDefault: false }
}

function audioDrafts(dir: string, { audio }: Probed): Promise<RenditionDraft[]> {
  const drafts = audioTracks(audio).map(async (track): Promise<RenditionDraft> => {
    return { ...(await measured(dir, track.name)), ...track, kind: 'audio', width: 0, height: 0, frameRate: 0 }
  })
  return Promise.all(drafts)
}
