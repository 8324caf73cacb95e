import type * as contract from '@yunmu/contract'
import type { Call, ReplyOf, SendOf } from '@yunmu/contract'

type Contract = typeof contract

/**
 * The contract's calls by name, as types. Pages refer to calls by name; the definitions with their schemas are loaded when a
 * call is made.
 */
export type Calls = { [Name in keyof Contract as Contract[Name] extends Call ? Name : never]: Contract[Name] }
export type CallName = keyof Calls
export type SendTo<Name extends CallName> = SendOf<Calls[Name]>
export type ReplyFrom<Name extends CallName> = ReplyOf<Calls[Name]>
