import { defineCall } from '../../core/define-call.ts'
import { thumbCall } from './comment-thumb.ts'

/** Thumb down; repeated it is removed, and it replaces a thumb up. */
export const commentThumbDown = defineCall({
  ...thumbCall,
  name: 'commentThumbDown',
  summary: 'Thumb down for a comment',
  path: '/pub/comment/thumbDown',
})
