import { operatorAuthority } from '@yunmu/contract'
import { type Kysely, sql } from 'kysely'
import { nameKey } from './accounts-rules.ts'
import type { AccountsTables } from './accounts-tables.ts'
import type { LockedMembership, Membership } from './memberships/membership-rules.ts'

export interface User {
  id: number
  name: string
  nickname: string
  email: string | null
  groupId: number
  userEndTime: number
  authorityId: number
  disabled: boolean
  createdAt: number
  passwordHash: string
  qq: string
  portrait: string
  adult: boolean
  hidesScores: boolean
  /** Hash of the code that ends minors' mode; empty while it is off. */
  minorsCode: string
  leaveAt: number
}

export interface NewUser {
  name: string
  /** Empty takes the name. */
  nickname: string
  email: string | null
  passwordHash: string
  createdAt: number
}

/** A user of an older system. */
export interface ImportedRow extends NewUser {
  qq: string
  disabled: boolean
}

export type UserChange = Partial<
  Pick<User, 'nickname' | 'qq' | 'hidesScores' | 'minorsCode' | 'leaveAt' | 'disabled' | 'authorityId'>
>

export interface UserStore {
  byId(id: number): Promise<User | null>
  byIds(ids: readonly number[]): Promise<User[]>
  /** Which of these users hide scores. */
  hidingScores(ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Finds a user by what is typed at login: name or e-mail address. */
  byLogin(typed: string): Promise<User | null>
  byEmail(email: string): Promise<User | null>
  isNameTaken(name: string): Promise<boolean>
  /** Which of these keys of names and which of these e-mail addresses are taken. */
  taken(nameKeys: readonly string[], emails: readonly string[]): Promise<{ names: Set<string>; emails: Set<string> }>
  /** Adds users of an older system. Returns ids by key of the name; absent are those that another one added meanwhile. */
  addAll(users: readonly ImportedRow[]): Promise<ReadonlyMap<string, number>>
  /** Replaces hashes of an older system that are still such ones. */
  replaceLegacyHashes(hashes: ReadonlyMap<number, string>): Promise<void>
  /** The highest cost, up to `maxCost`, of bcrypt hashes of an older system; 0 if there is none. */
  highestLegacyCost(maxCost: number): Promise<number>
  /** The new user's id, or which value is taken already. */
  add(user: NewUser): Promise<number | 'NameTaken' | 'EmailTaken'>
  /** Null if there is no such user. */
  change(id: number, change: UserChange): Promise<User | null>
  /** Locks the user until the transaction ends. Null if there is no such user. */
  lockMembership(id: number): Promise<LockedMembership | null>
  changeMembership(id: number, membership: Membership): Promise<void>
  /** The users whose membership ended after `fromSec`, until and including `toSec`. */
  membershipsEndedBetween(fromSec: number, toSec: number): Promise<number[]>
  /** Who operates the station. */
  operators(): Promise<number[]>
  /** `from` is the hash that was proved, null if none was required. False if the current hash is not `from`. */
  changePassword(id: number, change: { from: string | null; to: string }): Promise<boolean>
  /** Returns the previous portrait; concurrent changes get different ones. Null if there is no such user. */
  changePortrait(id: number, portrait: string): Promise<string | null>
  /** Gives a user without a portrait one. False if there is no such user. */
  addPortrait(id: number, portrait: string): Promise<boolean>
  list(): Promise<User[]>
  /** By number, or a part of a name, nickname or e-mail address: exact matches first, then the newest. */
  find(text: string, limit: number): Promise<User[]>
  /** Locks the user until the transaction ends. Null if there is no such user. */
  lockState(id: number): Promise<{ disabled: boolean } | null>
  /** Addresses of all portraits in use. */
  portraits(): Promise<string[]>
  /** Makes all users whose names begin with `prefix` due for deletion at once. */
  expireByNamePrefix(prefix: string): Promise<void>
  /** Accounts whose grace period is over. Their rows stay locked until the transaction ends. */
  lockDueForDeletion(nowSec: number): Promise<number[]>
  /** Deletes accounts. Returns their portraits, whose files the caller must remove. */
  remove(ids: readonly number[]): Promise<string[]>
}

/** @param db a transaction, if other changes must be atomic with these */
export function createUserStore(db: Kysely<AccountsTables>): UserStore {
  const users = () =>
    db
      .selectFrom('app_user')
      .select(['id', 'name', 'nickname', 'email', 'disabled', 'qq', 'portrait', 'adult'])
      .select(['group_id as groupId', 'user_end_time as userEndTime', 'authority_id as authorityId'])
      .select(['created_at as createdAt', 'password_hash as passwordHash', 'leave_at as leaveAt'])
      .select(['hides_scores as hidesScores', 'minors_code as minorsCode'])
  const first = async (query: ReturnType<typeof users>): Promise<User | null> =>
    (await query.executeTakeFirst()) ?? null
  const byId = (id: number): Promise<User | null> => first(users().where('id', '=', id))

  return {
    byId,
    byIds: (ids) =>
      users()
        .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
        .execute(),
    async hidingScores(ids) {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('app_user')
        .select('id')
        .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
        .where('hides_scores', '=', true)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
    byEmail: (email) => first(users().where('email', '=', email)),
    byLogin(typed) {
      const key = nameKey(typed)
      return first(key.includes('@') ? users().where('email', '=', key) : users().where('name_key', '=', key))
    },

    async isNameTaken(name) {
      const query = db.selectFrom('app_user').select('id').where('name_key', '=', nameKey(name))
      return (await query.executeTakeFirst()) !== undefined
    },

    async taken(nameKeys, emails) {
      const { rows } = await sql<{ key: string; email: string | null }>`
        select name_key as key, email from app_user
        where name_key = any(${[...nameKeys]}::text[]) or email = any(${[...emails]}::text[])`.execute(db)
      return {
        names: new Set(rows.map(({ key }) => key)),
        emails: new Set(rows.flatMap(({ email }) => (email === null ? [] : [email]))),
      }
    },

    async addAll(given) {
      const list = <Key extends keyof ImportedRow>(key: Key) => given.map((one) => one[key])
      const { rows } = await sql<{ id: number; key: string }>`
        insert into app_user (name, name_key, nickname, email, password_hash, created_at, qq, disabled)
        select * from unnest(${list('name')}::text[], ${given.map(({ name }) => nameKey(name))}::text[],
          ${list('nickname')}::text[], ${list('email')}::text[], ${list('passwordHash')}::text[],
          ${list('createdAt')}::bigint[], ${list('qq')}::text[], ${list('disabled')}::bool[])
        on conflict do nothing
        returning id, name_key as key`.execute(db)
      return new Map(rows.map(({ id, key }) => [key, id]))
    },

    async replaceLegacyHashes(hashes) {
      await sql`
        update app_user set password_hash = given.hash
        from unnest(${[...hashes.keys()]}::int[], ${[...hashes.values()]}::text[]) as given (id, hash)
        where app_user.id = given.id and starts_with(password_hash, 'legacy:')`.execute(db)
    },

    async highestLegacyCost(maxCost) {
      const { rows } = await sql<{ cost: string }>`
        select substr(password_hash, 12, 2) as cost from app_user
        where starts_with(password_hash, 'legacy:$2') and substr(password_hash, 12, 2) <= ${String(maxCost)}
        order by 1 desc limit 1`.execute(db)
      return Number(rows[0]?.cost ?? 0)
    },

    async add({ name, nickname, email, passwordHash, createdAt }) {
      const row = { name, name_key: nameKey(name), nickname: nickname || name, email, password_hash: passwordHash }
      const added = await db
        .insertInto('app_user')
        .values({ ...row, created_at: createdAt })
        // On either unique key: of two concurrent registrations the second finds out here.
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added) return added.id
      const taken =
        email === null
          ? undefined
          : await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
      return taken ? 'EmailTaken' : 'NameTaken'
    },

    async change(id, change) {
      const set = {
        nickname: change.nickname,
        qq: change.qq,
        hides_scores: change.hidesScores,
        minors_code: change.minorsCode,
        leave_at: change.leaveAt,
        disabled: change.disabled,
        authority_id: change.authorityId,
      }
      const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length > 0) await db.updateTable('app_user').set(given).where('id', '=', id).execute()
      return byId(id)
    },

    async lockMembership(id) {
      const query = db
        .selectFrom('app_user')
        .select(['group_id as groupId', 'user_end_time as userEndTime'])
        .select(sql<boolean>`email is not null`.as('hasMail'))
      return (await query.where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
    },

    async changeMembership(id, { groupId, userEndTime }) {
      const set = { group_id: groupId, user_end_time: userEndTime }
      await db.updateTable('app_user').set(set).where('id', '=', id).execute()
    },

    async membershipsEndedBetween(fromSec, toSec) {
      const { rows } = await sql<{ id: number }>`
        select id from app_user
        where group_id = 3 and user_end_time > 0 and user_end_time > ${fromSec} and user_end_time <= ${toSec}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },

    async operators() {
      const rows = await db.selectFrom('app_user').select('id').where('authority_id', '=', operatorAuthority).execute()
      return rows.map(({ id }) => id)
    },

    async changePassword(id, { from, to }) {
      let query = db.updateTable('app_user').set({ password_hash: to }).where('id', '=', id)
      if (from !== null) query = query.where('password_hash', '=', from)
      return (await query.executeTakeFirst()).numUpdatedRows > 0n
    },

    async changePortrait(id, portrait) {
      const { rows } = await sql<{ portrait: string }>`
        update app_user set portrait = ${portrait}
        from (select id, portrait from app_user where id = ${id} for update) as before
        where app_user.id = before.id returning before.portrait`.execute(db)
      return rows[0]?.portrait ?? null
    },

    async addPortrait(id, portrait) {
      const { numUpdatedRows } = await db
        .updateTable('app_user')
        .set({ portrait })
        .where('id', '=', id)
        .where('portrait', '=', '')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    find(text, limit) {
      const part = text.trim().toLowerCase()
      if (part === '') return users().orderBy('id', 'desc').limit(limit).execute()
      const has = (column: string) => sql<boolean>`strpos(lower(${sql.ref(column)}), ${part}) > 0`
      const isExact = sql<boolean>`(id::text = ${part} or name_key = ${nameKey(text)} or email = ${part}) is true`
      return users()
        .where(({ or }) => or([isExact, has('name'), has('nickname'), has('email')]))
        .orderBy(isExact, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },

    async lockState(id) {
      const query = db.selectFrom('app_user').select('disabled').where('id', '=', id).forUpdate()
      return (await query.executeTakeFirst()) ?? null
    },

    list: () => users().orderBy('id').execute(),

    async portraits() {
      const rows = await db.selectFrom('app_user').select('portrait').where('portrait', '<>', '').execute()
      return rows.map(({ portrait }) => portrait)
    },

    async expireByNamePrefix(prefix) {
      await db
        .updateTable('app_user')
        .set({ leave_at: 1 })
        .where(sql<boolean>`starts_with(name, ${prefix})`)
        .execute()
    },

    async lockDueForDeletion(nowSec) {
      const { rows } = await sql<{ id: number }>`
        select id from app_user where leave_at > 0 and leave_at <= ${nowSec} order by id for update`.execute(db)
      return rows.map(({ id }) => id)
    },

    async remove(ids) {
      const { rows } = await sql<{ portrait: string }>`
        delete from app_user where id = any(${ids}::int[]) returning portrait`.execute(db)
      return rows.flatMap(({ portrait }) => (portrait === '' ? [] : [portrait]))
    },
  }
}
