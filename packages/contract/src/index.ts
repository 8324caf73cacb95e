export { calls, callsByDomain, programCallsByDomain } from './calls.ts'
export type { ProgramCall } from './core/program-call.ts'
export * from './core/constants.ts'
export {
  defineCall,
  type Call,
  type Caller,
  type RefusalOf,
  type ReplyOf,
  type Schema,
  type SendOf,
} from './core/define-call.ts'
export type { CallOutcome, HtmlPart, MakeCall, PageContext, RenderedPage, RenderPage } from './core/page.ts'
export { refusalOf, refusals, replyCode, refusalMessage, type RefusalName, type ReplyCode } from './core/refusals.ts'
export { accountBounds, type SignedIn, type UserInfo } from './domains/accounts/account-fields.ts'
export { captcha } from './domains/accounts/captcha.ts'
export { emailForget } from './domains/accounts/email-forget.ts'
export { emailRegister } from './domains/accounts/email-register.ts'
export { userExport } from './domains/accounts/user-export.ts'
export { userForget } from './domains/accounts/user-forget.ts'
export { userInfo } from './domains/accounts/user-info.ts'
export { userLeave } from './domains/accounts/user-leave.ts'
export { userLogin } from './domains/accounts/user-login.ts'
export { userLogout } from './domains/accounts/user-logout.ts'
export { userPassword } from './domains/accounts/user-password.ts'
export { userPortrait } from './domains/accounts/user-portrait.ts'
export { userRegister } from './domains/accounts/user-register.ts'
export { userSessionEnd } from './domains/accounts/user-session-end.ts'
export { userSessionsEnd } from './domains/accounts/user-sessions-end.ts'
export { userSessions, type UserSession } from './domains/accounts/user-sessions.ts'
export { userStay } from './domains/accounts/user-stay.ts'
export { userThirdBind } from './domains/accounts/user-third-bind.ts'
export { userThirdBound } from './domains/accounts/user-third-bound.ts'
export { userThirdList } from './domains/accounts/user-third-list.ts'
export { userThirdLogin } from './domains/accounts/user-third-login.ts'
export { userThirdRegister } from './domains/accounts/user-third-register.ts'
export { userThirdUnbind } from './domains/accounts/user-third-unbind.ts'
export { userMinors } from './domains/accounts/user-minors.ts'
export { userUpdate } from './domains/accounts/user-update.ts'
export { adAnchors } from './domains/ads/ad-anchors.ts'
export { adBreak, type FilmAd } from './domains/ads/ad-break.ts'
export type { AdPlace } from './domains/ads/ad-place.ts'
export { indexAnchorCheck, type AdPlatform, type AnchorItem } from './domains/ads/index-anchor-check.ts'
export { CommentKind, subjectKinds, type SubjectNotFound } from './core/subject-kinds.ts'
export { commentBounds } from './domains/comments/comment-bounds.ts'
export { commentCaptcha } from './domains/comments/comment-captcha.ts'
export { commentCommit } from './domains/comments/comment-commit.ts'
export { commentDelete } from './domains/comments/comment-delete.ts'
export { commentList } from './domains/comments/comment-list.ts'
export { commentReplies } from './domains/comments/comment-replies.ts'
export { commentThread } from './domains/comments/comment-thread.ts'
export { commentThumbDown } from './domains/comments/comment-thumb-down.ts'
export { commentThumbUp } from './domains/comments/comment-thumb-up.ts'
export {
  type Comment,
  type CommentOrder,
  type CommentThread,
  type OwnComment,
  type Reply,
  type Thumb,
} from './domains/comments/comment.ts'
export { myCommentList } from './domains/comments/my-comment-list.ts'
export { danmakuDelete } from './domains/danmaku/danmaku-delete.ts'
export { danmakuHeat } from './domains/danmaku/danmaku-heat.ts'
export { danmakuList } from './domains/danmaku/danmaku-list.ts'
export { danmakuSend } from './domains/danmaku/danmaku-send.ts'
export { danmakuSettingsSave } from './domains/danmaku/danmaku-settings-save.ts'
export {
  danmakuListBounds,
  danmakuSettings,
  DanmakuSettings,
  defaultDanmakuSettings,
} from './domains/danmaku/danmaku-settings.ts'
export { danmakuUp } from './domains/danmaku/danmaku-up.ts'
export { danmakuUpped } from './domains/danmaku/danmaku-upped.ts'
export { Danmaku, danmakuBounds, DanmakuMode, DanmakuSize, isVipDanmaku } from './domains/danmaku/danmaku.ts'
export { consoleTitleFind } from './domains/console/console-title-find.ts'
export { consoleTitleShow } from './domains/console/console-title-show.ts'
export { consoleTitleSet } from './domains/console/console-title-set.ts'
export { consoleTitleMove } from './domains/console/console-title-move.ts'
export { consoleTitleMerge } from './domains/console/console-title-merge.ts'
export { consoleTitleSplit } from './domains/console/console-title-split.ts'
export { consoleTitlePublish } from './domains/console/console-title-publish.ts'
export { consoleTitleDelete } from './domains/console/console-title-delete.ts'
export { consoleTitleLock } from './domains/console/console-title-lock.ts'
export { consoleEpisodeSet } from './domains/console/console-episode-set.ts'
export { consoleEpisodeMove } from './domains/console/console-episode-move.ts'
export { consoleEpisodeDelete } from './domains/console/console-episode-delete.ts'
export { consoleSourceRename } from './domains/console/console-source-rename.ts'
export { consoleSourceOrder } from './domains/console/console-source-order.ts'
export { consoleSourceDelete } from './domains/console/console-source-delete.ts'
export { consoleCategoryList } from './domains/console/console-category-list.ts'
export { consoleCategoryAdd } from './domains/console/console-category-add.ts'
export { consoleCategorySet } from './domains/console/console-category-set.ts'
export { consoleCategoryOrder } from './domains/console/console-category-order.ts'
export { consoleBannerSet } from './domains/console/console-banner-set.ts'
export { consolePeopleRename } from './domains/console/console-people-rename.ts'
export { consolePictureSet } from './domains/console/console-picture-set.ts'
export { consolePictureRemove } from './domains/console/console-picture-remove.ts'
export { consoleChannelFind } from './domains/console/console-channel-find.ts'
export { consoleChannelShow } from './domains/console/console-channel-show.ts'
export { consoleChannelSet } from './domains/console/console-channel-set.ts'
export { consoleChannelVisible } from './domains/console/console-channel-visible.ts'
export { consoleChannelRenumber } from './domains/console/console-channel-renumber.ts'
export { consoleChannelLock } from './domains/console/console-channel-lock.ts'
export { consoleChannelLines } from './domains/console/console-channel-lines.ts'
export { consoleUserFind } from './domains/console/console-user-find.ts'
export { consoleUserShow } from './domains/console/console-user-show.ts'
export { consoleUserDisable } from './domains/console/console-user-disable.ts'
export { consoleUserDelete } from './domains/console/console-user-delete.ts'
export { consoleAuditList } from './domains/console/console-audit-list.ts'
export { consoleAuditUndo } from './domains/console/console-audit-undo.ts'
export { commonReport } from './domains/moderation/common-report.ts'
export { consoleModerationDecide } from './domains/moderation/console-moderation-decide.ts'
export { consoleModerationMute } from './domains/moderation/console-moderation-mute.ts'
export { consoleModerationQueue } from './domains/moderation/console-moderation-queue.ts'
export { consoleModerationWords, ModerationWords } from './domains/moderation/console-moderation-words.ts'
export { ReportReason, type QueueItem, type TextKind, type TextState } from './domains/moderation/moderation.ts'
export { userBlock } from './domains/moderation/user-block.ts'
export { userBlocks, type BlockedUser } from './domains/moderation/user-blocks.ts'
export { userUnblock } from './domains/moderation/user-unblock.ts'
export {
  clientFrames,
  parseRoom,
  realtimeBounds,
  realtimePath,
  roomName,
  ServerFrame,
  type ClientFrame,
  type Room,
} from './domains/realtime/frames.ts'
export { defineUpFrame, type UpFrame } from './domains/realtime/up-frame.ts'
export { userFavoriteCancelChannel } from './domains/library/user-favorite-cancel-channel.ts'
export { userFavoriteSave } from './domains/library/user-favorite-save.ts'
export { userFavorites } from './domains/library/user-favorites.ts'
export { userHistoryClear } from './domains/library/user-history-clear.ts'
export {
  legalDocument,
  LegalKind,
  type LegalBlock,
  type LegalList,
  type LegalRun,
} from './domains/legal/legal-document.ts'
export { userHistoryDelete } from './domains/library/user-history-delete.ts'
export { userHistoryRestore } from './domains/library/user-history-restore.ts'
export { userListAdd } from './domains/library/user-list-add.ts'
export { userListCreate } from './domains/library/user-list-create.ts'
export { userListDelete } from './domains/library/user-list-delete.ts'
export { userListOrder } from './domains/library/user-list-order.ts'
export { userListRemove } from './domains/library/user-list-remove.ts'
export { userListRename } from './domains/library/user-list-rename.ts'
export { userListTitles } from './domains/library/user-list-titles.ts'
export { userLists } from './domains/library/user-lists.ts'
export { userProgrammeForget } from './domains/library/user-programme-forget.ts'
export { userProgrammeRemind } from './domains/library/user-programme-remind.ts'
export { userReminders } from './domains/library/user-reminders.ts'
export { userSubs } from './domains/library/user-subs.ts'
export { userTitleFollow } from './domains/library/user-title-follow.ts'
export { userTitleUnfollow } from './domains/library/user-title-unfollow.ts'
export { userWatchRecord } from './domains/library/user-watch-record.ts'
export { userWatchSave } from './domains/library/user-watch-save.ts'
export { userWatchesSync } from './domains/library/user-watches-sync.ts'
export { userWatches } from './domains/library/user-watches.ts'
export { vodFavoriteCancel } from './domains/library/vod-favorite-cancel.ts'
export { vodFavoriteList } from './domains/library/vod-favorite-list.ts'
export { vodFavorite } from './domains/library/vod-favorite.ts'
export { vodHistoryDelete } from './domains/library/vod-history-delete.ts'
export { vodHistoryList } from './domains/library/vod-history-list.ts'
export { vodScore } from './domains/library/vod-score.ts'
export { vodUp } from './domains/library/vod-up.ts'
export { vodWatchRecord } from './domains/library/vod-watch-record.ts'
export type { ProgrammeReminder } from './domains/library/programme-reminder.ts'
export type { TitleList } from './domains/library/title-list.ts'
export type { HistoryItem, LibraryKey, SyncRecord, WatchType } from './domains/library/watch-record.ts'
export { watchUp } from './domains/library/watch-up.ts'
export type { Category } from './domains/catalog/category.ts'
export { commonCooperate } from './domains/partners/common-cooperate.ts'
export { cooperateCaptcha } from './domains/partners/cooperate-captcha.ts'
export {
  cooperationBounds,
  cooperationBudgets,
  cooperationProblems,
  type CooperationBudget,
  type CooperationFields,
  type CooperationProblem,
} from './domains/partners/cooperation-bounds.ts'
export { partnerProduct, ProductKind, type PartnerProduct } from './domains/partners/partner-product.ts'
export { partnerProducts, type Audience } from './domains/partners/partner-products.ts'
export { commonHits, type AdEvent } from './domains/catalog/common-hits.ts'
export { indexBanners } from './domains/catalog/index-banners.ts'
export { indexTitles } from './domains/catalog/index-titles.ts'
export { indexVod } from './domains/catalog/index-vod.ts'
export { indexVodDataById } from './domains/catalog/index-vod-data-by-id.ts'
export { indexVodDataList } from './domains/catalog/index-vod-data-list.ts'
export { indexVodDataRank } from './domains/catalog/index-vod-data-rank.ts'
export { indexVodDataTest } from './domains/catalog/index-vod-data-test.ts'
export { indexVodData, type HomeRow } from './domains/catalog/index-vod-data.ts'
export { ListOrder } from './domains/catalog/list-order.ts'
export { boardCapacity, Period, type BoardTitle, type RankedTitle } from './domains/catalog/rank.ts'
export type { Banner, Credit, Episode, Source, TitleCard, TitleDetail } from './domains/catalog/title.ts'
export type { TitleUpdate } from './domains/catalog/title-update.ts'
export { personDetail, type PersonWork } from './domains/catalog/person-detail.ts'
export { vodDetail } from './domains/catalog/vod-detail.ts'
export { vodListType } from './domains/catalog/vod-list-type.ts'
export { cinemaHeights, vodCinema, type CinemaKind, type CinemaTitle } from './domains/catalog/vod-cinema.ts'
export { vodList } from './domains/catalog/vod-list.ts'
export { vodNewest } from './domains/catalog/vod-newest.ts'
export { vodRandom } from './domains/catalog/vod-random.ts'
export { vodRank } from './domains/catalog/vod-rank.ts'
export { vodTimetable } from './domains/catalog/vod-timetable.ts'
export { vodUpdates } from './domains/catalog/vod-updates.ts'
export type { Programme, ProgrammeDetail, Replay } from './domains/guide/programme.ts'
export { tvActive } from './domains/guide/tv-active.ts'
export { tvCircle } from './domains/guide/tv-circle.ts'
export { tvDate } from './domains/guide/tv-date.ts'
export { tvOverseas } from './domains/guide/tv-overseas.ts'
export { tvProgrammes } from './domains/guide/tv-programmes.ts'
export { tvRank } from './domains/guide/tv-rank.ts'
export { tvRecommend } from './domains/guide/tv-recommend.ts'
export { tvVodUrl } from './domains/guide/tv-vod-url.ts'
export {
  domesticTypes,
  type Channel,
  type ChannelDetail,
  type ChannelGroup,
  type ChannelType,
  type Line,
  type LineState,
  type OnAir,
  type RankedChannel,
} from './domains/live/channel.ts'
export type { ExportAddresses } from './domains/live/export-addresses.ts'
export { indexActiveLives } from './domains/live/index-active-lives.ts'
export { indexLiveData } from './domains/live/index-live-data.ts'
export { indexLives } from './domains/live/index-lives.ts'
export { indexTvs } from './domains/live/index-tvs.ts'
export { isAny, LiveOrder } from './domains/live/live-fields.ts'
export type { LiveItem } from './domains/live/live-item.ts'
export { liveAllList } from './domains/live/live-all-list.ts'
export { liveBanners } from './domains/live/live-banners.ts'
export { liveConditions } from './domains/live/live-conditions.ts'
export { liveExportEnd } from './domains/live/live-export-end.ts'
export { liveExportRenew } from './domains/live/live-export-renew.ts'
export { liveExport } from './domains/live/live-export.ts'
export { liveGroups } from './domains/live/live-groups.ts'
export { liveInfo } from './domains/live/live-info.ts'
export { liveList } from './domains/live/live-list.ts'
export { liveRandom } from './domains/live/live-random.ts'
export { liveRank } from './domains/live/live-rank.ts'
export { liveRecordRandom } from './domains/live/live-record-random.ts'
export { liveReport, type LineFault } from './domains/live/live-report.ts'
export { liveTypes } from './domains/live/live-types.ts'
export { liveVodAllList } from './domains/live/live-vod-all-list.ts'
export { liveVodInfo } from './domains/live/live-vod-info.ts'
export { liveVodList } from './domains/live/live-vod-list.ts'
export { liveWatch } from './domains/live/live-watch.ts'
export {
  FeedAnswer,
  FeedLine,
  type FeedLineAnswer,
  type FeedLineInput,
  matchFeed,
  maxStreamSources,
  maxToldStreams,
} from './domains/matches/feed-line.ts'
export type { Competition, Season, Stage } from './domains/matches/competition.ts'
export { indexSports } from './domains/matches/index-sports.ts'
export { liveDisSub } from './domains/matches/live-dis-sub.ts'
export { liveSub } from './domains/matches/live-sub.ts'
export { liveTeams } from './domains/matches/live-teams.ts'
export { clockSec, matchMinute, secondsLeft } from './domains/matches/match-clock.ts'
export { CalendarAddress, calendarPaths } from './domains/matches/calendar-address.ts'
export { matchCalendarRenew } from './domains/matches/match-calendar-renew.ts'
export { matchCalendar } from './domains/matches/match-calendar.ts'
export { matchCompetition } from './domains/matches/match-competition.ts'
export { matchDays } from './domains/matches/match-days.ts'
export { MatchChange } from './domains/matches/match-change.ts'
export {
  matchDetail,
  type Lineup,
  type MatchDetail,
  type StatisticRow,
  type Votes,
} from './domains/matches/match-detail.ts'
export { MatchEvent, type Side, type ToldStatus } from './domains/matches/match-event.ts'
export { matchFollow } from './domains/matches/match-follow.ts'
export { matchFollows } from './domains/matches/match-follows.ts'
export { matchReminders } from './domains/matches/match-reminders.ts'
export { matchRemindersChoose } from './domains/matches/match-reminders-choose.ts'
export { matchTeam } from './domains/matches/match-team.ts'
export type { ReminderChoices } from './domains/matches/reminder-choices.ts'
export { anyMatch, type MatchGroup, type MatchType } from './domains/matches/match-type.ts'
export { matchVote } from './domains/matches/match-vote.ts'
export {
  type Match,
  type MatchClock,
  type MatchState,
  type MatchStatus,
  type MatchTeam,
  type PeriodScore,
  type Score,
  type TimelineItem,
} from './domains/matches/match.ts'
export { type RankBy, type Standings, type StandingsRow, StandingsRules } from './domains/matches/standings.ts'
export {
  type Sport,
  type SportIncident,
  type SportPeriod,
  sports,
  type SportScore,
  type SportStatistic,
} from './domains/matches/sports.ts'
export { SportKey } from './domains/matches/sport-key.ts'
export type { Player, Team } from './domains/matches/team.ts'
export { inOrderOfPlay } from './domains/matches/timeline-order.ts'
export { pushBounds, type PushMessage } from './domains/push/push-message.ts'
export { pushState } from './domains/push/push-state.ts'
export { pushSubscribe } from './domains/push/push-subscribe.ts'
export { pushUnsubscribe } from './domains/push/push-unsubscribe.ts'
export { playPassword, playPasswordBounds } from './domains/locks/play-password.ts'
export { addressReport } from './domains/remote/address-report.ts'
export { downloadToken } from './domains/media/download-token.ts'
export { playToken, type PlayRefusal, type Quality, type RemoteSource } from './domains/media/play-token.ts'
export { userPlayEnd } from './domains/media/user-play-end.ts'
export { userPlayStay } from './domains/media/user-play-stay.ts'
export { userPlays, type PlayStream } from './domains/media/user-plays.ts'
export { indexBulletinDetail } from './domains/messages/index-bulletin-detail.ts'
export { indexMessageState } from './domains/messages/index-message-state.ts'
export { indexMessages } from './domains/messages/index-messages.ts'
export { indexReadMessages } from './domains/messages/index-read-messages.ts'
export type { Message, MessageDialog, MessageState, MessageType } from './domains/messages/message.ts'
export { userRecommendationDismiss } from './domains/recommendations/user-recommendation-dismiss.ts'
export { userRecommendations, type Recommendation } from './domains/recommendations/user-recommendations.ts'
export { indexSearchHotKeywords } from './domains/search/index-search-hot-keywords.ts'
export { indexSearchKeywords } from './domains/search/index-search-keywords.ts'
export { indexSearch } from './domains/search/index-search.ts'
export { searchCount } from './domains/search/search-count.ts'
export type {
  ChannelFoundBy,
  CompetitionHit,
  FoundBy,
  LiveHit,
  Marks,
  MatchHit,
  SearchHit,
  SportsHit,
  Suggestion,
  TeamHit,
  TitleHit,
} from './domains/search/search-fields.ts'
export { SearchKind, SearchOrder } from './domains/search/search-order.ts'
export { maxQueryLength, searchQuery } from './domains/search/search-query.ts'
export { indexSeo } from './domains/seo/index-seo.ts'
export { seoPages, seoPlaceholders, type SeoEntry, type SeoPage, type SeoPlaceholder } from './domains/seo/seo-entry.ts'
export { indexApk, type Apk } from './domains/site/index-apk.ts'
export { indexData, type OutsideLink, type SiteData } from './domains/site/index-data.ts'
export { indexNavs, type NavItem } from './domains/site/index-navs.ts'
export { currencies, type Currency } from './domains/vip/money.ts'
export { userOrderClose } from './domains/vip/user-order-close.ts'
export { maxProofLength, userOrderProof } from './domains/vip/user-order-proof.ts'
export { userOrderRefund } from './domains/vip/user-order-refund.ts'
export { userOrder } from './domains/vip/user-order.ts'
export { userOrders } from './domains/vip/user-orders.ts'
export { userVipEntries, vipEntryKinds, type VipEntry } from './domains/vip/user-vip-entries.ts'
export { userUpgrade } from './domains/vip/user-upgrade.ts'
export { Order, OrderNo, orderStates, type OrderPayment, type OrderState } from './domains/vip/vip-order.ts'
export { paymentMethods, vipPayments, type PaymentMethod } from './domains/vip/vip-payments.ts'
export type { VipPlan } from './domains/vip/vip-plan.ts'
export { vipProducts, type VipBenefits } from './domains/vip/vip-products.ts'
export { voucherCheck } from './domains/vip/voucher-check.ts'
export { voucherRedeem } from './domains/vip/voucher-redeem.ts'
