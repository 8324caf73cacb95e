import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { bundledFilm, filmScripts } from '../films/film-scripts.ts'
import { filmFile, renderFilm } from '../films/render-film.ts'

/** `npm run hero-film` makes the film that lies in the repository. */

const maxBytes = 1.5e6

const script = filmScripts.find(({ name }) => name === bundledFilm.name)
if (!script) throw new Error(`there is no film ${bundledFilm.name}`)
const folder = await mkdtemp(join(tmpdir(), 'hero-film-'))
try {
  await renderFilm(script, folder)
  const { size } = await stat(filmFile(folder))
  if (size > maxBytes) throw new Error(`the film has ${size} bytes; at most ${maxBytes} may lie in the repository`)
  await copyFile(filmFile(folder), bundledFilm.file)
  process.stdout.write(`${bundledFilm.file}: ${size} bytes\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
