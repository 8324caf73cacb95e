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
import { canReach, chooseServiceUser, grantTraversal } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'
import { socketDirectoryOf } from './socket-directory.ts'

/** A cluster that is ready to start: its files are complete and its user can reach them. */
export interface Cluster {
  readonly dir: string
  /** PostgreSQL's data directory, a real path. */
  readonly pgData: string
  readonly socketDir: string
  readonly password: string
  readonly nativeDir: string
  readonly user: ServiceUser | undefined
  /** Settings of the server that replace the station's own. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The database's superuser, unrelated to the system's user. */
export const databaseUser = 'yunmu'

const localeFlags = [
  '-E',
  'UTF8',
  '--locale=C',
  // With a ctype of C, PostgreSQL does not treat Chinese characters as letters.
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
  const result = spawnSync(path.join(binaries.nativeDir, 'bin', 'initdb'), flags, {
    ...user,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  })
  if (result.status !== 0) {
    const lastLine = (result.stderr ?? '').trim().split('\n').at(-1) ?? ''
    if (lastLine.includes('No space left')) throw new StartRefusal(`磁盘已满，无法在 ${draft} 建立数据库。`)
    throw new StartRefusal(`无法建立数据库：${lastLine || String(result.error ?? result.signal)}`)
  }
  if (user) chownSync(passwordFile, 0, 0)
}

function sweepDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const creatorPid = /^(?:pg|[0-9a-f]{16})\.new-(\d+)$/.exec(name)?.[1]
    if (creatorPid === undefined || (Number(creatorPid) !== process.pid && isRunning(Number(creatorPid)))) continue
    rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Created under another name and renamed when complete, so that a kill leaves no partial cluster, and of concurrent
 * processes one wins.
 */
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
  const existing = claimOutsideId(dataDir, home.outsideId)
  if (existing !== home.outsideId) rmSync(home.dir, { recursive: true, force: true })
  return path.join(outsideClusters, existing)
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

/** A cluster restored by root is owned by root, which PostgreSQL refuses. */
function chownToUser(pgData: string, user: ServiceUser | undefined): void {
  if (!user || statSync(pgData).uid === user.uid) return
  for (const name of readdirSync(pgData, { recursive: true, encoding: 'utf8' })) {
    chownSync(path.join(pgData, name), user.uid, user.gid)
  }
  chownSync(pgData, user.uid, user.gid)
}

/**
 * Finds or creates the data folder's cluster, and checks everything that can be checked before PostgreSQL starts.
 * @param dataDir the data folder's real path
 * @throws StartRefusal
 */
export function prepareCluster(dataDir: string): Cluster {
  const existing = findClusterHome(dataDir)
  const user = chooseServiceUser(existing && path.join(existing.dir, 'data'))
  const binaries = preparePostgresBinaries(user, dataDir)
  grantTraversal(user, dataDir)
  const dir = realpathSync(existing?.dir ?? createCluster(dataDir, chooseClusterHome(dataDir, user), binaries, user))
  const pgData = path.join(dir, 'data')
  if (!existsSync(pgData)) throw new StartRefusal(`数据库目录 ${dir} 不完整，缺少 data。请恢复它或删除整个目录。`)
  const password = readOwnFile(path.join(dir, 'password'))
  chownToUser(pgData, user)
  if (!canReach(user, pgData)) {
    throw new StartRefusal(`运行数据库的用户进不了 ${pgData}。请把数据文件夹移到它能进入的位置，或用 YUNMU_DATA 另指。`)
  }
  refuseOtherMajor(pgData, binaries.major)
  return { dir, pgData, socketDir: socketDirectoryOf(dir), password, nativeDir: binaries.nativeDir, user }
}
