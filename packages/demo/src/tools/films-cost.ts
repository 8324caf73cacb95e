import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { filmScripts } from '../films/film-scripts.ts'
import { renderFilm } from '../films/render-film.ts'

/**
 * `npm run films-cost` makes every film and prints the CPU time that they take together, that of ffmpeg included;
 * `npm run films-cost -- 8` makes every eighth one and estimates the rest. Needs Linux.
 */

const ticksPerSec = 100

/** CPU seconds of this process and of its ended children: fields 14 to 17 of proc_pid_stat(5). */
function cpuSeconds(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const ticks = fields.split(' ').slice(11, 15)
  return ticks.reduce((sum, value) => sum + Number(value), 0) / ticksPerSec
}

const every = Math.max(1, Number(process.argv[2] ?? 1))
const chosen = filmScripts.filter((_, at) => at % every === 0)
const startSec = cpuSeconds()
for (const script of chosen) {
  const beforeSec = cpuSeconds()
  const folder = await mkdtemp(join(tmpdir(), 'films-cost-'))
  try {
    await renderFilm(script, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  process.stdout.write(`${(cpuSeconds() - beforeSec).toFixed(1).padStart(6)} s  ${script.height}  ${script.name}\n`)
}
const seconds = ((cpuSeconds() - startSec) / chosen.length) * filmScripts.length
const basis = every === 1 ? '' : `, estimated from ${chosen.length}`
process.stdout.write(`${filmScripts.length} films: ${(seconds / 60).toFixed(1)} minutes of CPU${basis}\n`)
