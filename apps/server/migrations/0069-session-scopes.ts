import { sql, type Kysely } from 'kysely'

/**
 * What a session may be used for: `full` is a person's own, `account` and `console` are tokens of programs, for the calls of
 * users or for those of operators. Tokens of before were made for one or the other: those of operators are for the console.
 * The index finds the cost of passwords that an older system hashed by bcrypt; most stations have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_session add column scope text not null default 'full'
      check (scope in ('full', 'account', 'console'))`.execute(db)
  await sql`
    update user_session set scope = case when authority_id = 1 then 'console' else 'account' end
    from app_user where app_user.id = user_id and issued_by_operator`.execute(db)
  await sql`
    create index on app_user (substr(password_hash, 12, 2))
    where starts_with(password_hash, 'legacy:$2')`.execute(db)
}
