/** An address of either family, or the id of an account. Other texts identify no member; PostgreSQL rejects some of them. */
export const MEMBER_ID = /^[0-9A-Za-z]{1,64}$/
