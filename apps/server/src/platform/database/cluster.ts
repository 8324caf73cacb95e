import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { folderRefusal } from '../process/data-folder.ts'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { preparePostgresBinaries } from './binaries.ts'
import type { PostgresBinaries } from './binaries.ts'
import { chooseClusterHome, claimOutsideId, findClusterHome, outsideClusters, writeStation } from './cluster-home.ts'
import type { ClusterHome } from './cluster-home.ts'
import { isRunning } from './lock-files.ts'
import { canReach, chooseServiceUser, letThrough } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'
import { socketDirectoryOf } from './socket-directory.ts'

/** A cluster that is ready to be started: its files are whole and its user may reach them. */
export interface Cluster {
  readonly dir: string
  /** PostgreSQL's own data directory, a real path. */
  readonly pgData: string
  readonly socketDir: string
  readonly password: string
  readonly nativeDir: string
  readonly user: ServiceUser | undefined
}

/** The database's superuser; it has nothing to do with the system's user. */
export const databaseUser = 'yunmu'

const localeFlags = [
  '-E',
  'UTF8',
  '--locale=C',
  // With a ctype of C, PostgreSQL sees no letter in a Chinese character.
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

function refuseNamelessUser(): void {
  try {
    userInfo()
  } catch (error) {
    throw new StartRefusal(
      `当前用户（uid ${process.getuid?.()}）在 /etc/passwd 里没有名字，PostgreSQL 无法建立数据库。请换一个用户，或设置 DATABASE_URL。`,
      { cause: error },
    )
  }
}

function runInitdb(binaries: PostgresBinaries, draft: string, user: ServiceUser | undefined): void {
  const password = randomBytes(24).toString('base64url')
  const pgData = path.join(draft, 'data')
  const passwordFile = path.join(draft, 'password')
  mkdirSync(pgData, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user) for (const owned of [pgData, passwordFile]) chownSync(owned, user.uid, user.gid)
  const flags = ['-D', pgData, '-U', databaseUser, '--pwfile', passwordFile, '-A', 'scram-sha-256', ...localeFlags]
  const done = spawnSync(path.join(binaries.nativeDir, 'bin', 'initdb'), flags, {
    ...user,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  })
  if (done.status !== 0) {
    const said = (done.stderr ?? '').trim().split('\n').at(-1) ?? ''
    if (said.includes('No space left')) throw new StartRefusal(`磁盘已满，无法在 ${draft} 建立数据库。`)
    throw new StartRefusal(`无法建立数据库：${said || String(done.error ?? done.signal)}`)
  }
  if (user) chownSync(passwordFile, 0, 0)
}

function sweepDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const maker = /^(?:pg|[0-9a-f]{16})\.new-(\d+)$/.exec(name)?.[1]
    if (maker === undefined || (Number(maker) !== process.pid && isRunning(Number(maker)))) continue
    rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Made aside and moved into place whole: a kill half way leaves no half cluster, and of two makers one wins. */
function createCluster(dataDir: string, home: ClusterHome, binaries: PostgresBinaries, user?: ServiceUser): string {
  if (!user) refuseNamelessUser()
  sweepDrafts(path.dirname(home.dir))
  const draft = `${home.dir}.new-${process.pid}`
  try {
    mkdirSync(draft)
    chmodSync(draft, user ? 0o711 : 0o700)
    if (home.outsideId !== undefined) writeStation(draft, dataDir)
    runInitdb(binaries, draft, user)
    renameSync(draft, home.dir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) return home.dir
    throw error instanceof StartRefusal ? error : folderRefusal(home.dir, error)
  }
  if (home.outsideId === undefined) return home.dir
  const standing = claimOutsideId(dataDir, home.outsideId)
  if (standing !== home.outsideId) rmSync(home.dir, { recursive: true, force: true })
  return path.join(outsideClusters, standing)
}

function readOwnFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw folderRefusal(file, error)
  }
}

function refuseOtherMajor(pgData: string, major: number): void {
  const found = readOwnFile(path.join(pgData, 'PG_VERSION'))
  if (found === String(major)) return
  throw new StartRefusal(
    `数据文件夹里的数据库由 PostgreSQL ${found} 建立，本程序带的是 ${major}，不能直接打开。请用原来的版本导出后再导入。`,
  )
}

/** A cluster that was copied back by root belongs to root, whom PostgreSQL refuses. */
function giveToUser(pgData: string, user: ServiceUser | undefined): void {
  if (!user || statSync(pgData).uid === user.uid) return
  for (const name of readdirSync(pgData, { recursive: true, encoding: 'utf8' })) {
    chownSync(path.join(pgData, name), user.uid, user.gid)
  }
  chownSync(pgData, user.uid, user.gid)
}

/**
 * Finds the data folder's cluster or makes it, and checks all that can be checked before PostgreSQL is asked.
 * @param dataDir the data folder's real path
 * @throws StartRefusal
 */
export function prepareCluster(dataDir: string): Cluster {
  const standing = findClusterHome(dataDir)
  const user = chooseServiceUser(standing && path.join(standing.dir, 'data'))
  const binaries = preparePostgresBinaries(user, dataDir)
  letThrough(user, dataDir)
  const dir = realpathSync(standing?.dir ?? createCluster(dataDir, chooseClusterHome(dataDir, user), binaries, user))
  const pgData = path.join(dir, 'data')
  if (!existsSync(pgData)) throw new StartRefusal(`数据库目录 ${dir} 不完整，缺少 data。请恢复它或删除整个目录。`)
  const password = readOwnFile(path.join(dir, 'password'))
  giveToUser(pgData, user)
  if (!canReach(user, pgData)) {
    throw new StartRefusal(`运行数据库的用户进不了 ${pgData}。请把数据文件夹移到它能进入的位置，或用 YUNMU_DATA 另指。`)
  }
  refuseOtherMajor(pgData, binaries.major)
  return { dir, pgData, socketDir: socketDirectoryOf(dir), password, nativeDir: binaries.nativeDir, user }
}
