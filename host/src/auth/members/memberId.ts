/** An address of either family, or the id of an account. Other strings identify no member, and PostgreSQL rejects some of them. */
export const MEMBER_ID = /^[0-9A-Za-z]{1,64}$/
