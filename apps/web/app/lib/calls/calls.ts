import type * as contract from '@yunmu/contract'
import type { Call, ReplyOf, SendOf } from '@yunmu/contract'

type Contract = typeof contract

/**
 * The contract's calls by name. Pages name a call and take its types; its definition, with the schemas, is loaded only
 * where a call is made, so that the first page does not carry it.
 */
export type Calls = { [Name in keyof Contract as Contract[Name] extends Call ? Name : never]: Contract[Name] }
export type CallName = keyof Calls
export type SendTo<Name extends CallName> = SendOf<Calls[Name]>
export type ReplyFrom<Name extends CallName> = ReplyOf<Calls[Name]>
