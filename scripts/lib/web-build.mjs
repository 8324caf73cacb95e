import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'
import { LauncherError, messages, say } from './messages.mjs'
import { prepareLock, root } from './paths.mjs'
import { withProgress } from './progress.mjs'
import { run, tailOf } from './run.mjs'

const webDir = path.join(root, 'apps', 'web')
const stamp = path.join(webDir, 'build', '.sources')

const notSources = new Set(['node_modules', 'build', '.react-router'])

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !/\.test\.[a-z]+$/.test(name))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name)
      return entry.isDirectory() ? filesIn(place) : [place]
    })
    .sort()
}

function hashOfSources() {
  const hash = createHash('sha256')
  const files = [...filesIn(webDir), ...filesIn(path.join(root, 'packages')), path.join(root, 'package-lock.json')]
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} hash */
function isBuilt(hash) {
  try {
    return readFileSync(stamp, 'utf8') === hash
  } catch {
    return false
  }
}

/** Whether the build was made of the present sources. */
export const isWebBuildFresh = () => isBuilt(hashOfSources())

/** Builds the pages if their sources have changed. No stamp exists during a build or after a failed one. */
export async function ensureWebBuild() {
  if (isWebBuildFresh()) return
  await withLock(
    prepareLock,
    () => say(messages.waiting),
    async (holdFor) => {
      const hash = hashOfSources()
      if (isBuilt(hash)) return
      say(messages.buildingWeb)
      rmSync(stamp, { force: true })
      const builder = path.join(root, 'node_modules', '.bin', 'react-router')
      const env = { ...process.env, NODE_ENV: 'production' }
      const { code, output } = await withProgress(messages.webProgress, () =>
        run(process.execPath, [builder, 'build'], { cwd: webDir, env, onStart: holdFor }),
      )
      if (code !== 0) throw new LauncherError(messages.buildFailed(tailOf(output, 20)))
      writeFileSync(stamp, hash)
    },
  )
}
