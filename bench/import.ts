import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestFile } from '../apps/server/src/domains/media/ingest/ingest-file.ts'
import { median, report, round } from './lib/report.ts'

/**
 * Cost of importing a film that can be copied, compared with ffmpeg alone cutting the same file into the same segments:
 * ninety minutes of 720p at 3 Mbit/s with AAC. CPU and wall time. Linux only: CPU is read from /proc.
 * `playable` is everything up to publishable segments: probing, cutting, timestamps, measuring, codecs. `whole` adds
 * subtitles, thumbnails, poster, backdrop and still, which decode every key frame.
 */
const minutes = Number(process.argv[2] ?? 90)
const rounds = 5
const promised = 1.15
const loopSec = 20

/** CPU milliseconds of this process and of its children that have exited. */
function cpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}

interface Spent {
  cpu: number
  wall: number
}

function meter(): () => Spent {
  // Flushes earlier writes first, so that they are not included in the measurement.
  execFileSync('sync')
  const [cpu, wall] = [cpuMs(), performance.now()]
  return () => ({ cpu: cpuMs() - cpu, wall: performance.now() - wall })
}

function ffmpeg(args: readonly string[], cwd: string): void {
  execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args], { cwd })
}

function makeFilm(folder: string): string {
  const picture = `testsrc2=s=1280x720:r=25:d=${loopSec},noise=alls=12:allf=t`
  const rate = [
    '-preset',
    'ultrafast',
    '-b:v',
    '3M',
    '-maxrate',
    '3M',
    '-bufsize',
    '6M',
    '-g',
    '50',
    '-pix_fmt',
    'yuv420p',
  ]
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=d=${loopSec}`]
  ffmpeg([...inputs, '-c:v', 'libx264', ...rate, '-c:a', 'aac', '-b:a', '128k', 'loop.mp4'], folder)
  const loops = String(Math.round((minutes * 60) / loopSec) - 1)
  ffmpeg(['-stream_loop', loops, '-i', 'loop.mp4', '-c', 'copy', 'film.mp4'], folder)
  return join(folder, 'film.mp4')
}

/** ffmpeg alone, which reads the file once and writes both renditions. */
function copyAlone(file: string, dir: string): Spent {
  const spent = meter()
  const output = (map: string, folder: string): string[] => {
    mkdirSync(join(dir, folder), { recursive: true })
    return [
      '-map',
      map,
      '-c',
      'copy',
      '-f',
      'hls',
      '-hls_time',
      '4',
      '-hls_playlist_type',
      'vod',
      '-hls_segment_type',
      'fmp4',
      '-hls_fmp4_init_filename',
      'init.mp4',
      '-hls_segment_filename',
      `${folder}/%05d.m4s`,
      `${folder}/index.m3u8`,
    ]
  }
  ffmpeg(['-i', file, ...output('0:v', 'video'), ...output('0:a', 'audio')], dir)
  return spent()
}

async function importIt(file: string, dir: string): Promise<{ playable: Spent; whole: Spent }> {
  const spent = meter()
  let playable: Spent | undefined
  const made = await ingestFile({
    file,
    subtitles: [],
    dir: join(dir, 'version'),
    workDir: join(dir, 'work'),
    onProgress({ step }) {
      if (step === 'pictures') playable ??= spent()
    },
  })
  if (made.way !== 'copied' || !playable) throw new Error('the film was not copied')
  return { playable, whole: spent() }
}

const folder = mkdtempSync(join(tmpdir(), 'yunmu-import-'))
try {
  const file = makeFilm(folder)
  const runs: { alone: Spent; playable: Spent; whole: Spent }[] = []
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [join(folder, 'alone'), join(folder, 'ours')]
    mkdirSync(one)
    const alone = copyAlone(file, one)
    const ours = await importIt(file, other)
    // The first round warms up caches and code.
    if (round > 0) runs.push({ alone, ...ours })
    for (const each of [one, other]) rmSync(each, { recursive: true })
  }
  type Kind = keyof (typeof runs)[number]
  const all = (kind: Kind, what: keyof Spent): number[] => runs.map((run) => run[kind][what])
  const figures = (kind: Kind) => ({
    cpuMs: Math.round(median(all(kind, 'cpu'))),
    leastCpuMs: Math.min(...all(kind, 'cpu')),
    wallMs: Math.round(median(all(kind, 'wall'))),
  })
  // Minimum over the rounds, which other load disturbed least.
  const ratios = (kind: Kind) => ({
    cpuRatio: round(median(runs.map((run) => run[kind].cpu / run.alone.cpu))),
    leastCpuRatio: round(Math.min(...all(kind, 'cpu')) / Math.min(...all('alone', 'cpu'))),
    wallRatio: round(median(runs.map((run) => run[kind].wall / run.alone.wall))),
  })
  report('import', {
    film: `${minutes} min 720p, 3 Mbit/s`,
    alone: figures('alone'),
    playable: { ...figures('playable'), ...ratios('playable') },
    whole: { ...figures('whole'), ...ratios('whole') },
    promised: `≤ ${promised}`,
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
