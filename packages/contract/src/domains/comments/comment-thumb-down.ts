import { defineCall } from '../../core/define-call.ts'
import { thumbCall } from './comment-thumb.ts'

/** A thumb down; the same again takes it back, and it takes back a thumb up. */
export const commentThumbDown = defineCall({
  ...thumbCall,
  name: 'commentThumbDown',
  summary: 'Thumb down for a comment',
  path: '/pub/comment/thumbDown',
})
