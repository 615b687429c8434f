// Made by `npm run generate` from the OpenAPI document of /gate/api/v1.

export interface paths {
    "/gate/api/v1/me/organization/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization of the caller
         * @description Get the organization of the caller. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin`, `read_only`, `reports`, `front_desk` and `app`.
         */
        get: operations["me_organization_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/organization/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description List organizations. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["organization_list"];
        put?: never;
        /**
         * Create an organization below another
         * @description Create an organization below another. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["organization_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/organization/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Get an organization. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["organization_retrieve"];
        /**
         * Replace an organization
         * @description Replace an organization. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["organization_replace"];
        post?: never;
        /**
         * Delete an organization
         * @description Delete an organization. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["organization_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an organization
         * @description Change an organization. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["organization_update"];
        trace?: never;
    };
    "/gate/api/v1/session/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description List the own sessions. Lists objects of the caller's organization and of organizations below it. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["session_retrieve"];
        put?: never;
        /**
         * Sign in: the reply sets the cookie of a session. A user with a second factor gets an error of `totp` without its code
         * @description Sign in: the reply sets the cookie of a session. A user with a second factor gets an error of `totp` without its code. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`; a read-only token may not.
         */
        post: operations["session_create"];
        /**
         * Sign out: end the session of this request
         * @description Sign out: end the session of this request. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`; a read-only token may not.
         */
        delete: operations["session_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/session/current/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session of this request and its user
         * @description Get the session of this request and its user. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["session_current_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/session/sign_in/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find out whether one can sign in here
         * @description Find out whether one can sign in here. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only`, `reports`, `front_desk`, `app` and `subscriber`.
         */
        get: operations["session_sign_in_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/session/id/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an own session
         * @description End an own session. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`; a read-only token may not.
         */
        delete: operations["session_id_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_totp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the own second factor
         * @description Get the state of the own second factor. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["user_totp_retrieve"];
        put?: never;
        /**
         * Begin the enrolment of an own second factor: the reply has the secret, once
         * @description Begin the enrolment of an own second factor: the reply has the secret, once. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`; a read-only token may not.
         */
        post: operations["user_totp_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_totp/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the enrolment with the first code; other sessions of the user end
         * @description End the enrolment with the first code; other sessions of the user end. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`; a read-only token may not.
         */
        post: operations["user_totp_confirm_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_totp/recovery_codes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the own recovery codes
         * @description Replace the own recovery codes. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`; a read-only token may not.
         */
        post: operations["user_totp_recovery_codes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_totp/remove/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the own second factor
         * @description Remove the own second factor. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`; a read-only token may not.
         */
        post: operations["user_totp_remove_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_totp/user/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the second factor of a user
         * @description Get the state of the second factor of a user. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["user_totp_user_retrieve"];
        put?: never;
        post?: never;
        /**
         * Remove the second factor of a user who has lost it, and end its sessions
         * @description Remove the second factor of a user who has lost it, and end its sessions. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["user_totp_user_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description List users. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_list"];
        put?: never;
        /**
         * Create a user, or a list of users
         * @description Create a user, or a list of users. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. The body may also be a list, as JSON or CSV. It is applied as a whole or rejected with errors by row, for CSV with line numbers. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["user_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Get a user. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_retrieve"];
        /**
         * Replace a user
         * @description Replace a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        put: operations["user_replace"];
        post?: never;
        /**
         * Delete a user; its accounting stays
         * @description Delete a user; its accounting stays. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        delete: operations["user_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Change a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        patch: operations["user_update"];
        trace?: never;
    };
    "/gate/api/v1/user/username/{username}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Get a user. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_username_retrieve"];
        /**
         * Replace a user
         * @description Replace a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        put: operations["user_username_replace"];
        post?: never;
        /**
         * Delete a user; its accounting stays
         * @description Delete a user; its accounting stays. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        delete: operations["user_username_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Change a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        patch: operations["user_username_update"];
        trace?: never;
    };
    "/gate/api/v1/user_extra/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List extra records of users
         * @description List extra records of users. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["user_extra_list"];
        put?: never;
        /**
         * Create an extra record of a user
         * @description Create an extra record of a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["user_extra_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_extra/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an extra record of a user
         * @description Get an extra record of a user. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["user_extra_retrieve"];
        /**
         * Replace an extra record of a user
         * @description Replace an extra record of a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        put: operations["user_extra_replace"];
        post?: never;
        /**
         * Delete an extra record of a user
         * @description Delete an extra record of a user. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        delete: operations["user_extra_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an extra record of a user
         * @description Change an extra record of a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        patch: operations["user_extra_update"];
        trace?: never;
    };
    "/gate/api/v1/user_token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List user tokens
         * @description List user tokens. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_token_list"];
        put?: never;
        /**
         * Create a user token, or a batch of vouchers
         * @description Create a user token, or a batch of vouchers. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["user_token_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_token/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user token
         * @description Get a user token. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_token_retrieve"];
        /**
         * Replace a user token
         * @description Replace a user token. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        put: operations["user_token_replace"];
        post?: never;
        /**
         * Delete a user token; a `network` token is deleted with its user
         * @description Delete a user token; a `network` token is deleted with its user. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        delete: operations["user_token_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a user token
         * @description Change a user token. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        patch: operations["user_token_update"];
        trace?: never;
    };
    "/gate/api/v1/user_key/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Wi-Fi keys
         * @description List Wi-Fi keys. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_key_list"];
        put?: never;
        /**
         * Create a Wi-Fi key
         * @description Create a Wi-Fi key. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["user_key_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_key/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Wi-Fi key
         * @description Get a Wi-Fi key. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_key_retrieve"];
        /**
         * Replace a Wi-Fi key, but not the key itself
         * @description Replace a Wi-Fi key, but not the key itself. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        put: operations["user_key_replace"];
        post?: never;
        /**
         * Delete a Wi-Fi key; the sessions of its devices end
         * @description Delete a Wi-Fi key; the sessions of its devices end. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        delete: operations["user_key_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a Wi-Fi key, but not the key itself
         * @description Change a Wi-Fi key, but not the key itself. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        patch: operations["user_key_update"];
        trace?: never;
    };
    "/gate/api/v1/user_key_device/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices of Wi-Fi keys
         * @description List devices of Wi-Fi keys. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_key_device_list"];
        put?: never;
        /**
         * Bind a device to a Wi-Fi key before it is used
         * @description Bind a device to a Wi-Fi key before it is used. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["user_key_device_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_key_device/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device of a Wi-Fi key
         * @description Get a device of a Wi-Fi key. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_key_device_retrieve"];
        /**
         * Replace a device of a Wi-Fi key
         * @description Replace a device of a Wi-Fi key. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        put: operations["user_key_device_replace"];
        post?: never;
        /**
         * Delete a device of a Wi-Fi key; its sessions end
         * @description Delete a device of a Wi-Fi key; its sessions end. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        delete: operations["user_key_device_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a device of a Wi-Fi key
         * @description Change a device of a Wi-Fi key. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        patch: operations["user_key_device_update"];
        trace?: never;
    };
    "/gate/api/v1/wifi_network/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Wi-Fi networks
         * @description List Wi-Fi networks. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["wifi_network_list"];
        put?: never;
        /**
         * Create a Wi-Fi network
         * @description Create a Wi-Fi network. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["wifi_network_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/wifi_network/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Wi-Fi network
         * @description Get a Wi-Fi network. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["wifi_network_retrieve"];
        /**
         * Replace a Wi-Fi network
         * @description Replace a Wi-Fi network. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["wifi_network_replace"];
        post?: never;
        /**
         * Delete a Wi-Fi network
         * @description Delete a Wi-Fi network. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["wifi_network_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a Wi-Fi network
         * @description Change a Wi-Fi network. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["wifi_network_update"];
        trace?: never;
    };
    "/gate/api/v1/wifi_network/{id}/profile/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the profile by which a device of a user joins a Wi-Fi network
         * @description Make the profile by which a device of a user joins a Wi-Fi network. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["wifi_network_profile_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_certificate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List certificates of devices
         * @description List certificates of devices. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_certificate_list"];
        put?: never;
        /**
         * Issue a certificate for a device of a user
         * @description Issue a certificate for a device of a user. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["user_certificate_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_certificate/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a certificate of a device
         * @description Get a certificate of a device. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["user_certificate_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_certificate/{id}/revoke/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a certificate: its device is refused from now on, and its sessions end
         * @description Revoke a certificate: its device is refused from now on, and its sessions end. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["user_certificate_revoke_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_profile/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List AAA profiles
         * @description List AAA profiles. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_profile_list"];
        put?: never;
        /**
         * Create an AAA profile
         * @description Create an AAA profile. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["aaa_profile_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_profile/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an AAA profile
         * @description Get an AAA profile. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_profile_retrieve"];
        /**
         * Replace an AAA profile
         * @description Replace an AAA profile. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        put: operations["aaa_profile_replace"];
        post?: never;
        /**
         * Delete an AAA profile
         * @description Delete an AAA profile. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        delete: operations["aaa_profile_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an AAA profile
         * @description Change an AAA profile. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        patch: operations["aaa_profile_update"];
        trace?: never;
    };
    "/gate/api/v1/front_desk_choice/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profiles and locations that a front desk may give
         * @description Get the profiles and locations that a front desk may give. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["front_desk_choice_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_token_batch/{batch}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the vouchers of a batch; their accounting stays
         * @description Delete the vouchers of a batch; their accounting stays. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        delete: operations["user_token_batch_destroy"];
        options?: never;
        head?: never;
        /**
         * Extend or revoke the vouchers of a batch
         * @description Extend or revoke the vouchers of a batch. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        patch: operations["user_token_batch_update"];
        trace?: never;
    };
    "/gate/api/v1/user_token_batch_summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count vouchers by batch: made, used and left
         * @description Count vouchers by batch: made, used and left. Lists objects of the caller's organization and of organizations below it. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["user_token_batch_summary_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_accounting/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounting records
         * @description List accounting records. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["aaa_accounting_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_accounting/{radacctid}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an accounting record
         * @description Get an accounting record. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["aaa_accounting_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_accounting/{radacctid}/traffic/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the traffic of a session in the course of time
         * @description Retrieve the traffic of a session in the course of time. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["aaa_accounting_traffic_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_guest_summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count guests and their devices by day
         * @description Count guests and their devices by day. Lists objects of the caller's organization and of organizations below it. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["aaa_guest_summary_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_decision/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List decisions on RADIUS logins
         * @description List decisions on RADIUS logins. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["aaa_decision_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_decision/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a decision on a RADIUS login
         * @description Get a decision on a RADIUS login. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["aaa_decision_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_decision_summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count decisions on logins by hour or reason
         * @description Count decisions on logins by hour or reason. Lists objects of the caller's organization and of organizations below it. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["aaa_decision_summary_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_login_test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try out a login as an AAA client would send it
         * @description Try out a login as an AAA client would send it. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["aaa_login_test_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_packet/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounting packets of no session
         * @description List accounting packets of no session. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["aaa_packet_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_packet/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an accounting packet of no session
         * @description Get an accounting packet of no session. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["aaa_packet_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_authorization_change/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List authorization changes
         * @description List authorization changes. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["aaa_authorization_change_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_authorization_change/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an authorization change
         * @description Get an authorization change. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["aaa_authorization_change_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_accounting/{radacctid}/disconnect/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a live session (RFC 5176 Disconnect)
         * @description End a live session (RFC 5176 Disconnect). An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `front_desk`; a read-only token may not.
         */
        post: operations["aaa_accounting_disconnect_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_accounting/{radacctid}/coa/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a live session (RFC 5176 CoA)
         * @description Change a live session (RFC 5176 CoA). An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["aaa_accounting_coa_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_client/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List AAA clients
         * @description List AAA clients. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_client_list"];
        put?: never;
        /**
         * Create an AAA client
         * @description Create an AAA client. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["aaa_client_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_client/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an AAA client
         * @description Get an AAA client. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_client_retrieve"];
        /**
         * Replace an AAA client
         * @description Replace an AAA client. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["aaa_client_replace"];
        post?: never;
        /**
         * Delete an AAA client
         * @description Delete an AAA client. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["aaa_client_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an AAA client
         * @description Change an AAA client. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["aaa_client_update"];
        trace?: never;
    };
    "/gate/api/v1/aaa_fallback/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fallbacks
         * @description List fallbacks. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_fallback_list"];
        put?: never;
        /**
         * Create a fallback
         * @description Create a fallback. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["aaa_fallback_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_fallback/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a fallback
         * @description Get a fallback. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_fallback_retrieve"];
        /**
         * Replace a fallback
         * @description Replace a fallback. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["aaa_fallback_replace"];
        post?: never;
        /**
         * Delete a fallback
         * @description Delete a fallback. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["aaa_fallback_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a fallback
         * @description Change a fallback. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["aaa_fallback_update"];
        trace?: never;
    };
    "/gate/api/v1/aaa_upstream/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List AAA upstreams
         * @description List AAA upstreams. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_upstream_list"];
        put?: never;
        /**
         * Create an AAA upstream
         * @description Create an AAA upstream. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["aaa_upstream_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/aaa_upstream/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an AAA upstream
         * @description Get an AAA upstream. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["aaa_upstream_retrieve"];
        /**
         * Replace an AAA upstream
         * @description Replace an AAA upstream. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["aaa_upstream_replace"];
        post?: never;
        /**
         * Delete an AAA upstream
         * @description Delete an AAA upstream. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["aaa_upstream_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an AAA upstream
         * @description Change an AAA upstream. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["aaa_upstream_update"];
        trace?: never;
    };
    "/gate/api/v1/user_source/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List user sources
         * @description List user sources. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["user_source_list"];
        put?: never;
        /**
         * Create a user source
         * @description Create a user source. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["user_source_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user_source/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user source
         * @description Get a user source. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["user_source_retrieve"];
        /**
         * Replace a user source
         * @description Replace a user source. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["user_source_replace"];
        post?: never;
        /**
         * Delete a user source
         * @description Delete a user source. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["user_source_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a user source
         * @description Change a user source. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["user_source_update"];
        trace?: never;
    };
    "/gate/api/v1/address_pool/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List address pools
         * @description List address pools. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["address_pool_list"];
        put?: never;
        /**
         * Create an address pool
         * @description Create an address pool. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["address_pool_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/address_pool/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an address pool
         * @description Get an address pool. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["address_pool_retrieve"];
        /**
         * Replace an address pool
         * @description Replace an address pool. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["address_pool_replace"];
        post?: never;
        /**
         * Delete an address pool
         * @description Delete an address pool. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["address_pool_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an address pool
         * @description Change an address pool. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["address_pool_update"];
        trace?: never;
    };
    "/gate/api/v1/address_lease/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List address leases
         * @description List address leases. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["address_lease_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/address_lease/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an address lease
         * @description Get an address lease. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["address_lease_retrieve"];
        put?: never;
        post?: never;
        /**
         * Delete an address lease: another login may get the address
         * @description Delete an address lease: another login may get the address. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["address_lease_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/pms_link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links to hotel systems
         * @description List links to hotel systems. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["pms_link_list"];
        put?: never;
        /**
         * Create a link to a hotel system
         * @description Create a link to a hotel system. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["pms_link_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/pms_link/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link to a hotel system
         * @description Get a link to a hotel system. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["pms_link_retrieve"];
        /**
         * Replace a link to a hotel system
         * @description Replace a link to a hotel system. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["pms_link_replace"];
        post?: never;
        /**
         * Delete a link to a hotel system
         * @description Delete a link to a hotel system. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["pms_link_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a link to a hotel system
         * @description Change a link to a hotel system. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["pms_link_update"];
        trace?: never;
    };
    "/gate/api/v1/pms_guest/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List guests of hotel systems
         * @description List guests of hotel systems. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["pms_guest_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/pms_guest/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a guest of a hotel system
         * @description Get a guest of a hotel system. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["pms_guest_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/pms_posting/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List charges that are posted to hotel systems
         * @description List charges that are posted to hotel systems. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["pms_posting_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/pms_posting/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a charge that is posted to a hotel system
         * @description Get a charge that is posted to a hotel system. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin`, `read_only` and `front_desk`.
         */
        get: operations["pms_posting_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/hostspot_access_points/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access points
         * @description List access points. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only` and `app`.
         */
        get: operations["hostspot_access_points_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/hostspot_locations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description List locations. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only` and `app`.
         */
        get: operations["hostspot_locations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_access_devices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access point devices
         * @description List access point devices. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only` and `app`.
         */
        get: operations["device_app_access_devices_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_access_points/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access points
         * @description List access points. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only` and `app`.
         */
        get: operations["device_app_access_points_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_locations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description List locations. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only` and `app`.
         */
        get: operations["device_app_locations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/access_point/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access points
         * @description List access points. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["access_point_list"];
        put?: never;
        /**
         * Create an access point
         * @description Create an access point. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["access_point_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/access_point/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an access point
         * @description Get an access point. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["access_point_retrieve"];
        /**
         * Replace an access point
         * @description Replace an access point. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["access_point_replace"];
        post?: never;
        /**
         * Delete an access point
         * @description Delete an access point. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["access_point_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an access point
         * @description Change an access point. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["access_point_update"];
        trace?: never;
    };
    "/gate/api/v1/location/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description List locations. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["location_list"];
        put?: never;
        /**
         * Create a location
         * @description Create a location. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["location_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/location/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a location
         * @description Get a location. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["location_retrieve"];
        /**
         * Replace a location
         * @description Replace a location. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["location_replace"];
        post?: never;
        /**
         * Delete a location
         * @description Delete a location. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["location_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a location
         * @description Change a location. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["location_update"];
        trace?: never;
    };
    "/gate/api/v1/device_app_register/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an app on a device
         * @description Register an app on a device. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["device_app_register_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_user_authenticate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a user's name and password
         * @description Check a user's name and password. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["device_app_user_authenticate_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_user_update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a device and its user
         * @description Change a device and its user. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["device_app_user_update_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_connection_log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections of devices
         * @description List connections of devices. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["device_app_connection_log_list"];
        put?: never;
        /**
         * Report a connection of a device, or a list of connections
         * @description Report a connection of a device, or a list of connections. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["device_app_connection_log_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_test_report/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List network tests of devices
         * @description List network tests of devices. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["device_app_test_report_list"];
        put?: never;
        /**
         * Report the result of a network test, or a list of results
         * @description Report the result of a network test, or a list of results. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["device_app_test_report_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/device_app_connection_summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum up reported connections by device and network
         * @description Sum up reported connections by device and network. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin`, `read_only`, `app` and `reports`.
         */
        get: operations["device_app_connection_summary_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_controller/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List portal controllers
         * @description List portal controllers. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_controller_list"];
        put?: never;
        /**
         * Create a portal controller
         * @description Create a portal controller. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["portal_controller_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_controller/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a portal controller
         * @description Get a portal controller. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_controller_retrieve"];
        /**
         * Replace a portal controller
         * @description Replace a portal controller. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["portal_controller_replace"];
        post?: never;
        /**
         * Delete a portal controller
         * @description Delete a portal controller. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["portal_controller_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a portal controller
         * @description Change a portal controller. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["portal_controller_update"];
        trace?: never;
    };
    "/gate/api/v1/portal_page/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List portal pages
         * @description List portal pages. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_page_list"];
        put?: never;
        /**
         * Create a portal page
         * @description Create a portal page. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["portal_page_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_page/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a portal page
         * @description Get a portal page. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_page_retrieve"];
        /**
         * Replace a portal page
         * @description Replace a portal page. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["portal_page_replace"];
        post?: never;
        /**
         * Delete a portal page
         * @description Delete a portal page. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["portal_page_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a portal page
         * @description Change a portal page. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["portal_page_update"];
        trace?: never;
    };
    "/gate/api/v1/portal_page/{id}/preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a portal page with other fields, without publishing them
         * @description Render a portal page with other fields, without publishing them. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `read_only`; a read-only token may not.
         */
        post: operations["portal_page_preview_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_page_version/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of portal pages
         * @description List versions of portal pages. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_page_version_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_page_version/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a portal page
         * @description Get a version of a portal page. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_page_version_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_page_version/{id}/restore/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an earlier version of a portal page again
         * @description Publish an earlier version of a portal page again. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["portal_page_version_restore_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_service/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List portal services
         * @description List portal services. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_service_list"];
        put?: never;
        /**
         * Create a portal service
         * @description Create a portal service. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["portal_service_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_service/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a portal service
         * @description Get a portal service. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["portal_service_retrieve"];
        /**
         * Replace a portal service
         * @description Replace a portal service. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["portal_service_replace"];
        post?: never;
        /**
         * Delete a portal service
         * @description Delete a portal service. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["portal_service_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a portal service
         * @description Change a portal service. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["portal_service_update"];
        trace?: never;
    };
    "/gate/api/v1/portal_login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log a client in at the captive portal
         * @description Log a client in at the captive portal. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. After too many wrong passwords it returns 429 with `Retry-After`. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["portal_login_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/portal_logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log a user or a device out of the captive portal
         * @description Log a user or a device out of the captive portal. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["portal_logout_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/txlog_portal/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List portal transactions
         * @description List portal transactions. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["txlog_portal_list"];
        put?: never;
        /**
         * Report an event of a portal in front of the gateway
         * @description Report an event of a portal in front of the gateway. An unknown key or an invalid value returns 400 with its name, without any change. The body is the object itself, or the object in a field `data`, also as JSON text or in a form. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin` and `app`; a read-only token may not.
         */
        post: operations["txlog_portal_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events as they happen
         * @description Stream events as they happen. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`, `read_only`, `reports` and `front_desk`.
         */
        get: operations["events_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user/{id}/erase/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person: sessions stay, without an identity
         * @description Erase a person: sessions stay, without an identity. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["user_erase_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user/{id}/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the data about a person
         * @description Export the data about a person. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["user_export_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user/username/{username}/erase/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person: sessions stay, without an identity
         * @description Erase a person: sessions stay, without an identity. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["user_username_erase_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/user/username/{username}/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the data about a person
         * @description Export the data about a person. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["user_username_export_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/privacy_job/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures and exports of persons
         * @description List erasures and exports of persons. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["privacy_job_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/privacy_job/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of an erasure or export
         * @description Get the report of an erasure or export. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["privacy_job_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/privacy_job/{id}/content/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of an export: a list of rows for each table
         * @description Get the content of an export: a list of rows for each table. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`.
         */
        get: operations["privacy_job_content_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests that were to change something, with caller, object, fields and outcome
         * @description List requests that were to change something, with caller, object, fields and outcome. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["audit_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gate/api/v1/audit/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a request that was to change something
         * @description Get a request that was to change something. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["audit_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "organization_name": "",
         *       "username": "room-101",
         *       "role": "admin",
         *       "profile": 1,
         *       "profile_detail": {
         *         "id": 1,
         *         "name": "Seaview",
         *         "description": "",
         *         "reply_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "=",
         *             "value": "3600",
         *             "when": {
         *               "client": "lobby",
         *               "nas_group": "hotel",
         *               "ssid": "guests",
         *               "time": "Wk0800-1800"
         *             }
         *           }
         *         ],
         *         "check_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "==",
         *             "value": "3600"
         *           }
         *         ]
         *       },
         *       "profiles": [
         *         1
         *       ],
         *       "source": 1,
         *       "terms_user": 1,
         *       "external_id": null,
         *       "klass": null,
         *       "expiration": "2026-01-31T12:00:00Z",
         *       "email": null,
         *       "first_name": null,
         *       "last_name": null,
         *       "language": "en",
         *       "attributes": {
         *         "reply_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "=",
         *             "value": "3600",
         *             "when": {
         *               "client": "lobby",
         *               "nas_group": "hotel",
         *               "ssid": "guests",
         *               "time": "Wk0800-1800"
         *             }
         *           }
         *         ],
         *         "check_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "==",
         *             "value": "3600"
         *           }
         *         ]
         *       },
         *       "is_active": true,
         *       "password_methods": null,
         *       "must_change_password": true,
         *       "last_login": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z",
         *       "effective_policy": {
         *         "result": "accept",
         *         "reason": "",
         *         "access_point": 1,
         *         "location": 1,
         *         "time_zone": {
         *           "value": "3600",
         *           "source": "location"
         *         },
         *         "session_timeout": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "idle_timeout": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "bandwidth_down": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "bandwidth_up": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "vlan": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "simultaneous_use": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "limits": [
         *           {
         *             "name": "Seaview",
         *             "unit": "seconds",
         *             "allowed": 1,
         *             "used": 1,
         *             "left": 1,
         *             "source": "user",
         *             "profile": null
         *           }
         *         ],
         *         "attributes": [
         *           {
         *             "attribute": "Session-Timeout",
         *             "value": "3600",
         *             "source": "user",
         *             "profile": null
         *           }
         *         ],
         *         "conditional_attributes": [
         *           {
         *             "attribute": "Session-Timeout",
         *             "value": "3600",
         *             "source": "user",
         *             "profile": null,
         *             "when": {
         *               "client": "lobby",
         *               "nas_group": "hotel",
         *               "ssid": "guests",
         *               "time": "Wk0800-1800"
         *             }
         *           }
         *         ],
         *         "conditions": [
         *           {
         *             "attribute": "Session-Timeout",
         *             "op": "",
         *             "value": "3600",
         *             "source": "user",
         *             "profile": null
         *           }
         *         ]
         *       }
         *     }
         */
        user: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            organization_name: string;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            /** @enum {unknown} */
            role: "admin" | "read_only" | "reports" | "front_desk" | "app" | "subscriber";
            /** @description id of an AAA profile */
            profile: number | null;
            profile_detail: {
                id: number;
                name: string;
                description: string;
                /** @description sent to the NAS with an accept; the user's own override the profile's */
                reply_attributes: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default =
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "+=";
                    /** @description text without control characters */
                    value: string;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when?: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
                check_attributes: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default ==
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                    /** @description text without control characters */
                    value: string;
                }[];
            } | null;
            /** @description further AAA profiles, whose attributes are merged by `priority` with those of `profile` */
            profiles: number[];
            /** @description id of the user source that verifies the password and keeps name and groups; null: the gateway or an upstream verifies it */
            source: number | null;
            /** @description id of the user whose limits it follows: it is a device whose guest accepted the terms of a portal page, without a name; null: an account */
            terms_user: number | null;
            external_id: string | null;
            klass: string | null;
            /** Format: date-time */
            expiration: string | null;
            /** @description an e-mail address */
            email: string | null;
            /** @description text that is not blank, without slashes and control characters */
            first_name: string | null;
            /** @description text that is not blank, without slashes and control characters */
            last_name: string | null;
            /** @description language of texts for the user: `de`; null: language of its organization */
            language: string | null;
            attributes: {
                /** @description sent to the NAS with an accept; the user's own override the profile's */
                reply_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default =
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "+=";
                    /** @description text without control characters */
                    value: string;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when?: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
                check_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default ==
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                    /** @description text without control characters */
                    value: string;
                }[];
            } | null;
            is_active: boolean;
            /** @description methods of RADIUS that can verify the stored password: PAP, and CHAP, MS-CHAP and MS-CHAPv2 if it is reversible; null: no password */
            password_methods: string | null;
            /** @description a login by MS-CHAPv2 has to change the password, which needs a reversible password; other methods cannot, and are accepted */
            must_change_password: boolean;
            /** Format: date-time */
            last_login: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
            /** @description the result of a login now, by the rules of a RADIUS login; only if `effective_policy=true`; null: not a `network` token */
            effective_policy?: {
                /**
                 * @description with the right password
                 * @enum {unknown}
                 */
                result: "accept" | "reject";
                /** @description why it is rejected or limited */
                reason: string;
                access_point: number | null;
                location: number | null;
                time_zone: {
                    /** @description IANA name; null: time zone of the gateway */
                    value: string | null;
                    /** @enum {unknown} */
                    source: "location" | "organization" | "default";
                };
                /** @description seconds */
                session_timeout: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description seconds */
                idle_timeout: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description bit/s to the guest: WISPr-Bandwidth-Max-Down */
                bandwidth_down: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description bit/s from the guest: WISPr-Bandwidth-Max-Up */
                bandwidth_up: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description Tunnel-Private-Group-Id */
                vlan: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description concurrent sessions */
                simultaneous_use: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                limits: {
                    name: string;
                    /** @enum {unknown} */
                    unit: "seconds" | "octets" | "sessions";
                    allowed: number | null;
                    used: number | null;
                    left: number;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                }[];
                /** @description the attributes of the reply; secrets are *** */
                attributes: {
                    attribute: string;
                    value: string;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                }[];
                /** @description reply items with conditions; `attributes` has those of them that hold wherever the login is */
                conditional_attributes: {
                    attribute: string;
                    value: string;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description check items, which only the request of a NAS can be compared with */
                conditions: {
                    attribute: string;
                    op: string;
                    value: string;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                }[];
            } | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "user": 1,
         *       "username": "room-101",
         *       "remote_address": null,
         *       "method": "POST",
         *       "path": "",
         *       "object": null,
         *       "fields": [
         *         ""
         *       ],
         *       "status": 1,
         *       "outcome": "done",
         *       "request_id": null
         *     }
         */
        audit: {
            /** @description assigned by the gateway */
            id: number;
            /** @description organization of the caller */
            organization: number;
            /** Format: date-time */
            datetime: string;
            /** @description the caller; null: the user was deleted, or there is none */
            user: number | null;
            /** @description of a command on the machine `os:` and the user of its system; `gateway`: the gateway itself; empty: the authentication failed */
            username: string;
            remote_address: string | null;
            /**
             * @description COMMAND: a command on the machine; TASK: deletions by the gateway itself; GET and HEAD: the authentication failed
             * @enum {unknown}
             */
            method: "POST" | "PUT" | "PATCH" | "DELETE" | "GET" | "HEAD" | "COMMAND" | "TASK";
            /** @description path of the operation, /control/api/v1/inventory_device/{id}/, or the command, gatehouse apply, or the task, retention */
            path: string;
            /** @description id of the object, or its key in the path; of a task the table */
            object: string | null;
            /** @description fields of the body, without their values; of a command the kinds of its objects, of a task what it deleted and by which limit */
            fields: string[];
            /** @description HTTP status of the reply; of a command its exit status */
            status: number;
            /** @enum {unknown} */
            outcome: "done" | "refused" | "failed";
            /** @description the header x-request-id of the reply; null: a command */
            request_id: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "user": 1,
         *       "username": "room-101",
         *       "name": "Seaview",
         *       "devices": 1,
         *       "created": "2026-01-31T12:00:00Z"
         *     }
         */
        user_key: {
            /** @description assigned by the gateway */
            id: number;
            /** @description the user's */
            organization: number;
            /** @description id of a user, or the user of a voucher */
            user: number;
            username: string;
            /** @description what the key is for, such as the room */
            name: string;
            /** @description devices that use it */
            devices: number;
            /** Format: date-time */
            created: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "name": "Seaview",
         *       "host": "192.0.2.10",
         *       "port": 1,
         *       "encoding": "utf-8",
         *       "profile": 1,
         *       "charge_amount": 1,
         *       "charge_text": null,
         *       "charge_period": "stay",
         *       "keep_days": 0,
         *       "is_active": true,
         *       "description": "",
         *       "state": "unknown",
         *       "state_since": "2026-01-31T12:00:00Z",
         *       "last_error": null,
         *       "synced_at": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        pms_link: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; its guests log in at the access points of it and of all below it, except where a nearer organization has a link */
            organization: number;
            /** @description id of a location: its guests log in only at its access points; null: everywhere */
            location: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            host: string;
            /** @description of its FIAS interface */
            port: number;
            /**
             * @description of names; older systems use the code page of Windows
             * @enum {unknown}
             */
            encoding: "utf-8" | "windows-1252";
            /** @description id of the AAA profile of guests; null: none */
            profile: number | null;
            /** @description what is posted to the room at the login of a guest, in the smallest unit of the currency of the hotel system; null: the network is free */
            charge_amount: number | null;
            /** @description of the charge on the bill */
            charge_text: string | null;
            /**
             * @description stay: one charge until check-out; day: one for each day with a login
             * @enum {unknown}
             */
            charge_period: "stay" | "day";
            /** @description how long a guest, its user and its charges are kept after check-out; they are then deleted */
            keep_days: number;
            is_active: boolean;
            description: string;
            /**
             * @description whether the link is alive; written on each change
             * @enum {unknown}
             */
            state: "unknown" | "up" | "down";
            /** Format: date-time */
            state_since: string | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @description when the hotel system has sent all guests in house last
             */
            synced_at: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "parent": 1,
         *       "name": "Seaview",
         *       "description": "",
         *       "address": null,
         *       "city": null,
         *       "state": null,
         *       "postal_code": null,
         *       "country": null,
         *       "latitude": 0,
         *       "longitude": 0,
         *       "time_zone": null,
         *       "is_active": true,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        location: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of a location */
            parent: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            address: string | null;
            city: string | null;
            state: string | null;
            postal_code: string | null;
            /** @description two capital letters (ISO 3166-1) */
            country: string | null;
            latitude: number | null;
            longitude: number | null;
            /**
             * Format: time-zone
             * @description IANA name, used for Login-Time and for times without an offset; null: time zone of its parent, else of the organization
             */
            time_zone: string | null;
            is_active: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "link": 1,
         *       "reservation": "",
         *       "room": "",
         *       "last_name": "",
         *       "first_name": null,
         *       "language": "en",
         *       "arrival": null,
         *       "departure": null,
         *       "no_post": true,
         *       "user": 1,
         *       "checked_out": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        pms_guest: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            /** @description id of the location of the link */
            location: number | null;
            /** @description id of the link to the hotel system */
            link: number;
            /** @description number of the reservation in the hotel system */
            reservation: string;
            room: string;
            last_name: string;
            first_name: string | null;
            /** @description as the hotel system writes it */
            language: string | null;
            /** @description a date */
            arrival: string | null;
            /** @description a date: the user of the guest expires at its end */
            departure: string | null;
            /** @description true: no charge may be posted to the room */
            no_post: boolean;
            /** @description id of its user; null: the guest has not logged in yet */
            user: number | null;
            /**
             * Format: date-time
             * @description null: the guest is in house
             */
            checked_out: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "parent": 1,
         *       "organization": 1,
         *       "gender": "m",
         *       "age_range": "0-17",
         *       "birthday": null,
         *       "address": null,
         *       "city": null,
         *       "state": null,
         *       "country": null,
         *       "hometown": null,
         *       "telephone": null,
         *       "company": null,
         *       "title": null,
         *       "tax_id": null,
         *       "passport_number": null,
         *       "country_id": null,
         *       "custom1": null,
         *       "custom2": null,
         *       "custom3": null,
         *       "custom4": null,
         *       "custom5": null,
         *       "custom6": null,
         *       "custom7": null,
         *       "custom8": null,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z",
         *       "devices": [
         *         {
         *           "id": 1,
         *           "device_id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *           "organization": 1,
         *           "user": 1,
         *           "generic_id": null,
         *           "imei": null,
         *           "imsi": null,
         *           "iccid": null,
         *           "mac": "02:00:5E:00:53:02",
         *           "number": "+44 20 7946 0018",
         *           "os_family": null,
         *           "os_version": null,
         *           "os_api_level": 0,
         *           "home_mcc": null,
         *           "home_mnc": null,
         *           "carrier": null,
         *           "device_type": "de",
         *           "vendor": null,
         *           "model": null,
         *           "app_name": null,
         *           "app_version": null,
         *           "external_id": null,
         *           "klass": null,
         *           "created": "2026-01-31T12:00:00Z",
         *           "last_change": "2026-01-31T12:00:00Z"
         *         }
         *       ]
         *     }
         */
        user_extra: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of a user */
            parent: number;
            /** @description the user's */
            organization: number;
            /** @enum {string|null} */
            gender: "m" | "f" | "o" | null;
            /** @enum {string|null} */
            age_range: "0-17" | "18-24" | "25-34" | "35-44" | "45-54" | "55-64" | "65+" | null;
            /** @description a date such as 1990-12-31 */
            birthday: string | null;
            address: string | null;
            city: string | null;
            state: string | null;
            country: string | null;
            hometown: string | null;
            telephone: string | null;
            company: string | null;
            title: string | null;
            tax_id: string | null;
            passport_number: string | null;
            country_id: string | null;
            custom1: string | null;
            custom2: string | null;
            custom3: string | null;
            custom4: string | null;
            custom5: string | null;
            custom6: string | null;
            custom7: string | null;
            custom8: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
            /** @description only if `device=true` */
            devices?: {
                /** @description assigned by the gateway */
                id: number;
                /** Format: uuid */
                device_id: string;
                organization: number;
                /** @description id of the user whose device it is */
                user: number | null;
                generic_id: string | null;
                /** @description 14 to 16 digits */
                imei: string | null;
                /** @description 6 to 15 digits */
                imsi: string | null;
                /** @description 18 to 22 digits */
                iccid: string | null;
                /**
                 * Format: mac
                 * @description a MAC address in any usual spelling
                 */
                mac: string | null;
                /** @description a phone number */
                number: string | null;
                os_family: string | null;
                os_version: string | null;
                os_api_level: number | null;
                /** @description 3 to 3 digits */
                home_mcc: string | null;
                /** @description 2 to 3 digits */
                home_mnc: string | null;
                carrier: string | null;
                /**
                 * @description desktop, laptop, tablet, mobile phone
                 * @enum {string|null}
                 */
                device_type: "de" | "la" | "ta" | "mo" | null;
                vendor: string | null;
                model: string | null;
                app_name: string | null;
                app_version: string | null;
                external_id: string | null;
                klass: string | null;
                /** Format: date-time */
                created: string;
                /** Format: date-time */
                last_change: string;
            }[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "kind": "api",
         *       "user": 1,
         *       "username": "room-101",
         *       "organization": 1,
         *       "organization_name": "",
         *       "name": "Seaview",
         *       "code": null,
         *       "profile": 1,
         *       "external_id": null,
         *       "klass": null,
         *       "batch": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "time": 1,
         *       "octets": 1,
         *       "burn": "online",
         *       "location": 1,
         *       "valid_from": "2026-01-31T12:00:00Z",
         *       "devices": 1,
         *       "price": null,
         *       "expiration": "2026-01-31T12:00:00Z",
         *       "until_checkout": true,
         *       "is_active": true,
         *       "read_only": true,
         *       "first_used": "2026-01-31T12:00:00Z",
         *       "last_used": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "balance": 1,
         *       "balance_octets": 1,
         *       "effective_policy": {
         *         "result": "accept",
         *         "reason": "",
         *         "access_point": 1,
         *         "location": 1,
         *         "time_zone": {
         *           "value": "3600",
         *           "source": "location"
         *         },
         *         "session_timeout": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "idle_timeout": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "bandwidth_down": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "bandwidth_up": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "vlan": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "simultaneous_use": {
         *           "value": "3600",
         *           "source": "user",
         *           "profile": null
         *         },
         *         "limits": [
         *           {
         *             "name": "Seaview",
         *             "unit": "seconds",
         *             "allowed": 1,
         *             "used": 1,
         *             "left": 1,
         *             "source": "user",
         *             "profile": null
         *           }
         *         ],
         *         "attributes": [
         *           {
         *             "attribute": "Session-Timeout",
         *             "value": "3600",
         *             "source": "user",
         *             "profile": null
         *           }
         *         ],
         *         "conditional_attributes": [
         *           {
         *             "attribute": "Session-Timeout",
         *             "value": "3600",
         *             "source": "user",
         *             "profile": null,
         *             "when": {
         *               "client": "lobby",
         *               "nas_group": "hotel",
         *               "ssid": "guests",
         *               "time": "Wk0800-1800"
         *             }
         *           }
         *         ],
         *         "conditions": [
         *           {
         *             "attribute": "Session-Timeout",
         *             "op": "",
         *             "value": "3600",
         *             "source": "user",
         *             "profile": null
         *           }
         *         ]
         *       },
         *       "warnings": [
         *         ""
         *       ]
         *     }
         */
        user_token: {
            /** @description assigned by the gateway */
            id: number;
            /** @enum {unknown} */
            kind: "api" | "network";
            /** @description id of the user */
            user: number;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            organization: number;
            organization_name: string;
            name: string;
            /** @description `network` tokens: the user name to log in with */
            code: string | null;
            /** @description id of the user's AAA profile */
            profile: number | null;
            external_id: string | null;
            klass: string | null;
            /**
             * Format: uuid
             * @description the tokens made by one request
             */
            batch: string | null;
            /** @description `network` tokens: seconds of credit */
            time: number | null;
            /** @description `network` tokens: octets of credit */
            octets: number | null;
            /**
             * @description `network` tokens: `online` uses up `time` while sessions are open, `first_use` from the first login on
             * @enum {string|null}
             */
            burn: "online" | "first_use" | null;
            /** @description `network` tokens: id of the location that it is limited to; null: any */
            location: number | null;
            /**
             * Format: date-time
             * @description `network` tokens: lets in from then on
             */
            valid_from: string | null;
            /** @description `network` tokens: devices at a time; null: as the profile says */
            devices: number | null;
            /** @description `network` tokens: as it is printed */
            price: string | null;
            /** Format: date-time */
            expiration: string | null;
            /** @description `network` tokens: true: `expiration` is the check-out of a day */
            until_checkout: boolean;
            is_active: boolean;
            /** @description `api` tokens: true permits GET only */
            read_only: boolean;
            /** Format: date-time */
            first_used: string | null;
            /** Format: date-time */
            last_used: string | null;
            /** Format: date-time */
            created: string;
            /** @description remaining seconds of `time`; only if `balance=true` */
            balance?: number | null;
            /** @description remaining octets of `octets`; only if `balance=true` */
            balance_octets?: number | null;
            /** @description the result of a login now, by the rules of a RADIUS login; only if `effective_policy=true`; null: not a `network` token */
            effective_policy?: {
                /**
                 * @description with the right password
                 * @enum {unknown}
                 */
                result: "accept" | "reject";
                /** @description why it is rejected or limited */
                reason: string;
                access_point: number | null;
                location: number | null;
                time_zone: {
                    /** @description IANA name; null: time zone of the gateway */
                    value: string | null;
                    /** @enum {unknown} */
                    source: "location" | "organization" | "default";
                };
                /** @description seconds */
                session_timeout: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description seconds */
                idle_timeout: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description bit/s to the guest: WISPr-Bandwidth-Max-Down */
                bandwidth_down: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description bit/s from the guest: WISPr-Bandwidth-Max-Up */
                bandwidth_up: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description Tunnel-Private-Group-Id */
                vlan: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                /** @description concurrent sessions */
                simultaneous_use: {
                    value: string | null;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                };
                limits: {
                    name: string;
                    /** @enum {unknown} */
                    unit: "seconds" | "octets" | "sessions";
                    allowed: number | null;
                    used: number | null;
                    left: number;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                }[];
                /** @description the attributes of the reply; secrets are *** */
                attributes: {
                    attribute: string;
                    value: string;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                }[];
                /** @description reply items with conditions; `attributes` has those of them that hold wherever the login is */
                conditional_attributes: {
                    attribute: string;
                    value: string;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description check items, which only the request of a NAS can be compared with */
                conditions: {
                    attribute: string;
                    op: string;
                    value: string;
                    /**
                     * @description `limit`: the rest of a limit, or `limit_attributes`; `default`: neither set nor limited
                     * @enum {unknown}
                     */
                    source: "user" | "profile" | "token" | "limit" | "default";
                    /** @description name of the profile; null: another source */
                    profile: string | null;
                }[];
            } | null;
            /** @description limits that access points of the site do not carry out, as far as their vendors are known: by portal controllers, and by `vendor` of access points; only in the reply of a change */
            warnings?: string[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "client": 1,
         *       "client_name": "",
         *       "source": "",
         *       "acctstatustype": null,
         *       "acctsessionid": null,
         *       "username": "room-101",
         *       "nasipaddress": "",
         *       "attributes": [
         *         {
         *           "name": "Seaview",
         *           "value": "3600"
         *         }
         *       ]
         *     }
         */
        aaa_packet: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            /**
             * Format: date-time
             * @description when it came in
             */
            datetime: string;
            /** @description the AAA client that sent it */
            client: number;
            client_name: string;
            /** @description address that it came from */
            source: string;
            /** @description Acct-Status-Type by name, or its number; null: not in the packet */
            acctstatustype: string | null;
            acctsessionid: string | null;
            username: string | null;
            nasipaddress: string;
            /** @description its attributes by dictionary name; unknown values in hexadecimal, secrets as *** */
            attributes: {
                name: string;
                value: string;
            }[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "Seaview",
         *       "address": "192.0.2.0/24",
         *       "transport": "udp",
         *       "tls_name": null,
         *       "nas_identifier": null,
         *       "nas_group": null,
         *       "wifi_keys": "aruba",
         *       "wifi_key_ssids": [
         *         "Aurora"
         *       ],
         *       "eap_methods": [
         *         {
         *           "ssid": "Aurora",
         *           "methods": [
         *             "ttls"
         *           ]
         *         }
         *       ],
         *       "serves": [
         *         1
         *       ],
         *       "description": "",
         *       "require_message_authenticator": "auto",
         *       "limit_proxy_state": "auto",
         *       "coa_port": 1,
         *       "accepts_coa": "unknown",
         *       "accepts_disconnect": "unknown",
         *       "is_active": true,
         *       "last_seen": "2026-01-31T12:00:00Z",
         *       "weak_since": "2026-01-31T12:00:00Z",
         *       "clock_offset": 1,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        aaa_client: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * Format: network
             * @description source address of its packets, or a network of them, in any spelling; the longest prefix wins
             */
            address: string;
            /**
             * @description transport of its packets: UDP or TLS (RadSec); one address may have a client of each
             * @enum {unknown}
             */
            transport: "udp" | "tls";
            /** @description over TLS, a name in its certificate: a DNS name or IP address of subjectAltName, or the Common Name; null: any certificate of the CA */
            tls_name: string | null;
            nas_identifier: string | null;
            /** @description a group of NASes, which `when` of reply items names; null: none */
            nas_group: string | null;
            /**
             * @description the vendor whose attributes give it the Wi-Fi keys of devices that it asks about by their address; null: it gets none
             * @enum {unknown}
             */
            wifi_keys: "aruba" | "cisco" | "hostapd" | "meraki" | "mikrotik" | "omada" | "ruckus" | "unifi" | null;
            /** @description networks whose devices get Wi-Fi keys; a device of another network is no user of a key; empty: all networks */
            wifi_key_ssids: string[];
            /** @description methods of EAP that devices behind it may use, by network; the first rule that fits counts, and of its methods those in radius.eap.methods; empty: all of those */
            eap_methods: {
                /**
                 * @description network that the rule is for; absent: any
                 * @example Aurora
                 */
                ssid?: string;
                /** @description permitted methods, the one offered first before the others */
                methods: ("ttls" | "peap" | "tls")[];
            }[];
            /** @description further organizations whose access points and users count for its sessions, without the organizations below them */
            serves: number[];
            description: string;
            /** @enum {unknown} */
            require_message_authenticator: "auto" | "yes" | "no";
            /** @enum {unknown} */
            limit_proxy_state: "auto" | "yes" | "no";
            /** @description port for CoA and Disconnect over UDP; over TLS they use the connection that the client has opened */
            coa_port: number;
            /**
             * @description whether it accepts CoA, by its last reply
             * @enum {unknown}
             */
            accepts_coa: "unknown" | "yes" | "no";
            /**
             * @description whether it accepts Disconnect, by its last reply
             * @enum {unknown}
             */
            accepts_disconnect: "unknown" | "yes" | "no";
            is_active: boolean;
            /** Format: date-time */
            last_seen: string | null;
            /** Format: date-time */
            weak_since: string | null;
            /** @description seconds by which the clock of its NAS is ahead, by its accounting; of several the one that is most wrong; less than a minute is 0; null: not known */
            clock_offset: number | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "Seaview",
         *       "description": "",
         *       "priority": 0,
         *       "reply_attributes": [
         *         {
         *           "id": 1,
         *           "attribute": "Session-Timeout",
         *           "op": "=",
         *           "value": "3600",
         *           "when": {
         *             "client": "lobby",
         *             "nas_group": "hotel",
         *             "ssid": "guests",
         *             "time": "Wk0800-1800"
         *           }
         *         }
         *       ],
         *       "check_attributes": [
         *         {
         *           "id": 1,
         *           "attribute": "Session-Timeout",
         *           "op": "==",
         *           "value": "3600"
         *         }
         *       ],
         *       "vlan": 1,
         *       "address_pools": [
         *         1
         *       ],
         *       "eap_methods": [
         *         "ttls"
         *       ],
         *       "on_limit": "disconnect",
         *       "limit_attributes": [
         *         {
         *           "id": 1,
         *           "attribute": "Session-Timeout",
         *           "op": "=",
         *           "value": "3600",
         *           "when": {
         *             "client": "lobby",
         *             "nas_group": "hotel",
         *             "ssid": "guests",
         *             "time": "Wk0800-1800"
         *           }
         *         }
         *       ],
         *       "reject_message": "none",
         *       "reject_text": null,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        aaa_profile: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /** @description of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one */
            priority: number;
            /** @description sent to the NAS with an accept; the user's own override the profile's */
            reply_attributes: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
            check_attributes: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default ==
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                /** @description text without control characters */
                value: string;
            }[];
            /** @description VLAN of its users, sent as Tunnel-Type, Tunnel-Medium-Type and Tunnel-Private-Group-Id (RFC 3580 section 3.31); null: the NAS decides */
            vlan: number | null;
            /** @description pools that give its users addresses, by kind; of one kind the next gives one when the one before it has none left */
            address_pools: number[];
            /** @description methods of EAP that its users may use; of several profiles the one counts that goes before the others and has some; empty: all */
            eap_methods: ("ttls" | "peap" | "tls")[];
            /**
             * @description the consequence of a used-up quota (time or octets): `disconnect` ends the session and rejects the next login; `coa` sends `limit_attributes` to the session until the quota resets, and accepts logins with them
             * @enum {unknown}
             */
            on_limit: "disconnect" | "coa";
            /** @description sent when a quota is used up; override the attributes of profile and user: a lower rate, or the filter or redirect of a walled garden */
            limit_attributes: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /**
             * @description Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: as its organization
             * @enum {unknown}
             */
            reject_message: "none" | "reason" | "text" | null;
            /** @description the text, if reject_message is `text` */
            reject_text: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "Seaview",
         *       "addresses": [
         *         "192.0.2.10"
         *       ],
         *       "port": 1,
         *       "protection": "tls",
         *       "tls_ca": null,
         *       "tls_server_name": null,
         *       "bind_dn": null,
         *       "base_dn": "",
         *       "username_attribute": "uid",
         *       "user_filter": null,
         *       "group_base_dn": null,
         *       "group_filter": null,
         *       "groups": [
         *         {
         *           "group": "staff",
         *           "profile": "staff"
         *         }
         *       ],
         *       "requires_group": true,
         *       "profile": 1,
         *       "priority": 0,
         *       "timeout_seconds": 1,
         *       "cache_hours": 0,
         *       "is_active": true,
         *       "description": "",
         *       "state": "unknown",
         *       "state_since": "2026-01-31T12:00:00Z",
         *       "last_error": null,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        user_source: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description servers of the directory, tried in this order */
            addresses: string[];
            /** @description null: 636 with TLS, else 389 */
            port: number | null;
            /**
             * @description tls: from the begin (ldaps); starttls; none: passwords cross the network in clear
             * @enum {unknown}
             */
            protection: "tls" | "starttls" | "none";
            /** @description PEM; CAs of its certificate; null: the public ones */
            tls_ca: string | null;
            /** @description name that its certificate must contain; null: its address */
            tls_server_name: string | null;
            /** @description who searches; null: anonymous */
            bind_dn: string | null;
            /** @description where people are searched */
            base_dn: string;
            /**
             * @description the attribute with the user name: `uid`, in Active Directory `sAMAccountName`
             * @example uid
             */
            username_attribute: string;
            /** @description RFC 4515; finds the entry of `{username}`; null: by `username_attribute` alone */
            user_filter: string | null;
            /** @description where groups are searched; null: `base_dn` */
            group_base_dn: string | null;
            /** @description RFC 4515; finds the groups of `{dn}` or `{username}`; null: `memberOf` of the entry has them */
            group_filter: string | null;
            /** @description profiles of the members of groups; the first group of a person gives `profile` of the user, the others `profiles` */
            groups: {
                /**
                 * @description its DN, or its common name
                 * @example staff
                 */
                group: string;
                /**
                 * @description name of an AAA profile
                 * @example staff
                 */
                profile: string;
            }[];
            /** @description true: only members of one of `groups` may log in */
            requires_group: boolean;
            /** @description id of the AAA profile of a person in none of `groups`; null: the user keeps what it has */
            profile: number | null;
            /** @description the lowest is asked first; of equal ones, the oldest */
            priority: number;
            /** @description limit of the connection to a server, and of each question */
            timeout_seconds: number;
            /** @description how long the last right password of a person counts while no server answers; 0: it does not */
            cache_hours: number;
            is_active: boolean;
            description: string;
            /**
             * @description whether it answers; written on each change
             * @enum {unknown}
             */
            state: "unknown" | "up" | "down";
            /** Format: date-time */
            state_since: string | null;
            last_error: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "link": 1,
         *       "guest": 1,
         *       "user": 1,
         *       "room": "",
         *       "amount": 1,
         *       "text": null,
         *       "period": "",
         *       "state": "due",
         *       "answer": null,
         *       "created": "2026-01-31T12:00:00Z",
         *       "answered": "2026-01-31T12:00:00Z"
         *     }
         */
        pms_posting: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            /** @description id of the link to the hotel system */
            link: number;
            /** @description id of the guest of the hotel system */
            guest: number;
            /** @description id of its user */
            user: number | null;
            room: string;
            /** @description in the smallest unit of the currency */
            amount: number;
            text: string | null;
            /** @description `stay`, or the date that is charged */
            period: string;
            /**
             * @description unconfirmed: it was sent, and the link ended before the answer; it is not sent again, so that no guest pays twice
             * @enum {unknown}
             */
            state: "due" | "sent" | "posted" | "refused" | "unconfirmed";
            /** @description what the hotel system has answered */
            answer: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            answered: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "name": "Seaview",
         *       "title": null,
         *       "welcome": null,
         *       "languages": [
         *         "en"
         *       ],
         *       "translations": [
         *         {
         *           "language": "en",
         *           "title": null,
         *           "welcome": null,
         *           "terms": null
         *         }
         *       ],
         *       "login_kinds": [
         *         "user"
         *       ],
         *       "terms": null,
         *       "terms_version": null,
         *       "terms_user": 1,
         *       "theme": "plain",
         *       "scheme": "auto",
         *       "guest_profile": 1,
         *       "login_options": {
         *         "email": {
         *           "domains": [
         *             "example.net"
         *           ],
         *           "grace_minutes": 0
         *         },
         *         "sms": {
         *           "prefixes": [
         *             "+43"
         *           ],
         *           "max_per_hour": 1
         *         },
         *         "sponsor": {
         *           "addresses": [
         *             "reception@example.net"
         *           ],
         *           "domains": [
         *             "example.net"
         *           ],
         *           "hours": 1,
         *           "wait_minutes": 5
         *         },
         *         "payment": {
         *           "prices": [
         *             {
         *               "name": "Seaview",
         *               "amount": 500,
         *               "currency": "EUR",
         *               "time": 60,
         *               "octets": 1,
         *               "devices": 1
         *             }
         *           ]
         *         }
         *       },
         *       "payment_url": null,
         *       "look": {
         *         "color": "#0b5fff",
         *         "logo": "data:image/png;base64,iVBORw0KGgo=",
         *         "logo_text": "",
         *         "font": "data:font/woff2;base64,d09GMg=="
         *       },
         *       "background": "#1b3a57",
         *       "css": null,
         *       "links": [
         *         {
         *           "text": "Privacy",
         *           "url": "https://www.example.com/privacy"
         *         }
         *       ],
         *       "is_active": true,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        portal_page: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a page. Users of the organization and of all below it log in here */
            organization: number;
            /** @description id of a location: serves only its access points, ahead of a page without a location; null: all */
            location: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description heading; null: standard heading of the language */
            title: string | null;
            /** @description text below the heading */
            welcome: string | null;
            /** @description languages that are offered; a guest with another language gets the first one; empty: all languages */
            languages: string[];
            /** @description texts of the page for guests who read it in another language */
            translations: {
                /** @example en */
                language: string;
                /** @description null: title of the page */
                title?: string | null;
                /** @description null: text of the page */
                welcome?: string | null;
                /** @description null: terms of the page; a translation has their version */
                terms?: string | null;
            }[];
            /** @description in their order on the page */
            login_kinds: ("user" | "voucher" | "terms" | "email" | "sms" | "sponsor" | "oidc" | "payment" | "room")[];
            /** @description text that a guest must accept; null: no terms */
            terms: string | null;
            /** @description is logged with each login; null: the time of the last change */
            terms_version: string | null;
            /** @description id of the user that guests are logged in as who only accept the terms */
            terms_user: number | null;
            /**
             * @description colours, letters, layout and picture
             * @enum {unknown}
             */
            theme: "plain" | "hotel" | "cafe" | "campus" | "transport";
            /**
             * @description auto: as the system of the guest has it
             * @enum {unknown}
             */
            scheme: "auto" | "light" | "dark";
            /** @description id of the AAA profile of guests who become users by their first login here; null: no limits */
            guest_profile: number | null;
            /** @description settings of login kinds, by kind */
            login_options: {
                email?: {
                    /** @description domains that an address must be of; empty: any */
                    domains?: string[];
                    /** @description time on line before the code, to read the mail, once a day for a device and an address; default: 0, none */
                    grace_minutes?: number;
                };
                sms?: {
                    /** @description beginnings of numbers that may log in, such as country codes; empty: any */
                    prefixes?: string[];
                    /** @description messages that the page sends within an hour; default: 200 */
                    max_per_hour?: number;
                };
                sponsor?: {
                    /** @description mail addresses of those who may let guests in, in lower case */
                    addresses?: string[];
                    /** @description domains whose mail addresses may let guests in */
                    domains?: string[];
                    /** @description how long a guest is let in from the approval on; default: 24 */
                    hours?: number;
                    /** @description how long a request waits for its sponsor; default: 60 */
                    wait_minutes?: number;
                };
                payment?: {
                    prices: {
                        /** @example One day */
                        name: string;
                        /**
                         * @description in the smallest unit of the currency
                         * @example 500
                         */
                        amount: number;
                        /**
                         * @description ISO 4217
                         * @example EUR
                         */
                        currency: string;
                        /** @description seconds from the first login on; default: no limit */
                        time?: number;
                        /** @description default: no limit */
                        octets?: number;
                        devices?: number;
                    }[];
                };
            };
            /** @description API of the payment provider; null: https://api.stripe.com */
            payment_url: string | null;
            look: {
                /**
                 * @description of buttons, as #rrggbb
                 * @example #0b5fff
                 */
                color?: string;
                /**
                 * @description a picture of 1 MiB at most (PNG, JPEG, GIF, WebP or SVG, without its scripts) as a data URL; a reply has the address of the stored file, which is accepted as well
                 * @example data:image/png;base64,iVBORw0KGgo=
                 */
                logo?: string;
                /** @description alternative text of the logo, for screen readers */
                logo_text?: string;
                /**
                 * @description of all texts: a file of 1 MiB at most (WOFF2, WOFF, TrueType), as the logo
                 * @example data:font/woff2;base64,d09GMg==
                 */
                font?: string;
            };
            /**
             * @description behind the welcome, in place of the picture of the theme: a colour as #rrggbb, or a picture as the logo
             * @example #1b3a57
             */
            background: string | null;
            /** @description rules that follow those of the theme; they load nothing from elsewhere */
            css: string | null;
            /** @description at the foot of the page */
            links: {
                /** @example Privacy */
                text: string;
                /**
                 * @description of http, https, mailto or tel, or a path
                 * @example https://www.example.com/privacy
                 */
                url: string;
            }[];
            is_active: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "Seaview",
         *       "short_name": "seaview",
         *       "description": "",
         *       "parent": 1,
         *       "country": null,
         *       "time_zone": null,
         *       "platform": null,
         *       "is_active": true,
         *       "retention": {
         *         "accounting": {
         *           "days": 32,
         *           "rows": 1
         *         },
         *         "accounting_sums": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "session_traffic": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "decisions": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "packets": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "changes": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "metric_log": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "metric_5min": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "metric_hour": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "metric_day": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "device_log": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "transactions": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "configurations": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "alerts": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "audit": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "txlog": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "page_views": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "dnsfilter_check": {
         *           "days": 1,
         *           "rows": 1
         *         },
         *         "app_logs": {
         *           "days": 1,
         *           "rows": 1
         *         }
         *       },
         *       "device_networks": [
         *         "192.0.2.0/24"
         *       ],
         *       "front_desk_profiles": [
         *         ""
         *       ],
         *       "language": "en",
         *       "checkout_time": "11:00",
         *       "reject_message": "none",
         *       "reject_text": null,
         *       "local_realms": [
         *         "isp.example"
         *       ],
         *       "name_prefixes": [
         *         "CORP\\\\",
         *         "host/"
         *       ],
         *       "ignore_name_case": true,
         *       "reversible_passwords": true,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        organization: {
            /** @description assigned by the gateway */
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description small letters and digits, with - or _ between them; default: made from the name */
            short_name: string;
            description: string;
            /** @description id of an organization */
            parent: number | null;
            /** @description two capital letters (ISO 3166-1) */
            country: string | null;
            /**
             * Format: time-zone
             * @description IANA name; null: time zone of its parent; of the root: time zone of the gateway
             */
            time_zone: string | null;
            platform: string | null;
            is_active: boolean;
            /** @description how long rows of this organization and of those below it are kept, where it differs from `retention` of the site: days, and number of rows; the nearest organization that sets a limit wins */
            retention: {
                accounting?: {
                    days?: number;
                    rows?: number;
                };
                accounting_sums?: {
                    days?: number;
                    rows?: number;
                };
                session_traffic?: {
                    days?: number;
                    rows?: number;
                };
                decisions?: {
                    days?: number;
                    rows?: number;
                };
                packets?: {
                    days?: number;
                    rows?: number;
                };
                changes?: {
                    days?: number;
                    rows?: number;
                };
                metric_log?: {
                    days?: number;
                    rows?: number;
                };
                metric_5min?: {
                    days?: number;
                    rows?: number;
                };
                metric_hour?: {
                    days?: number;
                    rows?: number;
                };
                metric_day?: {
                    days?: number;
                    rows?: number;
                };
                device_log?: {
                    days?: number;
                    rows?: number;
                };
                transactions?: {
                    days?: number;
                    rows?: number;
                };
                configurations?: {
                    days?: number;
                    rows?: number;
                };
                alerts?: {
                    days?: number;
                    rows?: number;
                };
                audit?: {
                    days?: number;
                    rows?: number;
                };
                txlog?: {
                    days?: number;
                    rows?: number;
                };
                page_views?: {
                    days?: number;
                    rows?: number;
                };
                dnsfilter_check?: {
                    days?: number;
                    rows?: number;
                };
                app_logs?: {
                    days?: number;
                    rows?: number;
                };
            };
            /** @description networks that its devices may be in, as far as those above it have them too; null: as its parent. Set by an organization above; the root has all. Addresses of the gateway itself, loopback and link-local ones only where they are named */
            device_networks: string[] | null;
            /** @description names of the AAA profiles that its front desk may give, which then gives one to every user and voucher; null: as its parent; of the root: any, or none */
            front_desk_profiles: string[] | null;
            /** @description language of texts for its users who have none: `de`; null: language of its parent; of the root: English */
            language: string | null;
            /**
             * @description local time at which guests leave: vouchers until check-out end then; null: as its parent; of the root: 11:00
             * @example 11:00
             */
            checkout_time: string | null;
            /**
             * @description Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: as its parent; of the root: reason
             * @enum {unknown}
             */
            reject_message: "none" | "reason" | "text" | null;
            /** @description the text, if reject_message is `text` */
            reject_text: string | null;
            /**
             * @description realms of its own, case-insensitive: in RADIUS `alice@isp.example` is the user `alice`, unless a user has the whole name; null: as its parent; of the root: none
             * @example [
             *       "isp.example"
             *     ]
             */
            local_realms: string[] | null;
            /**
             * @description removed from the begin of a name in RADIUS, case-insensitive, unless a user has the whole name: `CORP\`, `host/`, or `*\` for any domain; null: as its parent; of the root: none
             * @example [
             *       "CORP\\\\",
             *       "host/"
             *     ]
             */
            name_prefixes: string[] | null;
            /** @description names in RADIUS find a user whose name differs in the case of A to Z, unless several do; null: as its parent; of the root: false */
            ignore_name_case: boolean | null;
            /** @description stores the passwords of new users sealed as well, for CHAP and MS-CHAP, unless reversible_password of a user says otherwise; null: as its parent; of the root: false */
            reversible_passwords: boolean | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "ssid": "Aurora Secure",
         *       "is_hidden": true,
         *       "security": "wpa3_enterprise",
         *       "methods": [
         *         "ttls"
         *       ],
         *       "server_name": null,
         *       "trusted_ca": null,
         *       "certificate_days": 1,
         *       "passpoint_domain": "wifi.example.net",
         *       "roaming_consortiums": [
         *         "5A03BA"
         *       ],
         *       "is_on_portal": true,
         *       "description": "",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        wifi_network: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of the location that has the network; null: all of the organization */
            location: number | null;
            /**
             * @description up to 32 octets in UTF-8
             * @example Aurora Secure
             */
            ssid: string;
            /** @description true: access points do not announce the name */
            is_hidden: boolean;
            /**
             * @example wpa3_enterprise
             * @enum {unknown}
             */
            security: "wpa2_enterprise" | "wpa3_enterprise" | "wpa3_enterprise_192" | "wpa2_personal" | "wpa3_personal" | "owe" | "open";
            /** @description of 802.1X: methods that profiles may use, the preferred one first; empty: those of radius.eap.methods */
            methods: ("ttls" | "peap" | "tls")[];
            /** @description of 802.1X: the name in the certificate of the server; null: that of the certificate of this gateway */
            server_name: string | null;
            /** @description of 802.1X: PEM; CAs of the certificate of the server; null: those of the certificate of this gateway */
            trusted_ca: string | null;
            /** @description how long the certificates of devices in its profiles are valid */
            certificate_days: number;
            /**
             * @description of 802.1X: domain of the provider by which devices recognize the network with any SSID (Passpoint); null: no Passpoint
             * @example wifi.example.net
             */
            passpoint_domain: string | null;
            /** @description of Passpoint: identifiers of organizations, in hexadecimal digits */
            roaming_consortiums: string[];
            /** @description true: guests get its profile at the portal, once they are logged in */
            is_on_portal: boolean;
            description: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "client": 1,
         *       "client_name": "",
         *       "username": "room-101",
         *       "callingstationid": null,
         *       "calledstationid": null,
         *       "method": "",
         *       "outcome": "accept",
         *       "reason": "",
         *       "upstream": null,
         *       "user": 1,
         *       "profile": 1,
         *       "profile_name": null,
         *       "profiles": [
         *         ""
         *       ],
         *       "checks": [
         *         {
         *           "attribute": "Session-Timeout",
         *           "op": "",
         *           "value": "3600",
         *           "found": [
         *             ""
         *           ],
         *           "passed": true,
         *           "note": ""
         *         }
         *       ],
         *       "counters": [
         *         {
         *           "name": "Seaview",
         *           "unit": "seconds",
         *           "allowed": 1,
         *           "used": 1,
         *           "left": 1
         *         }
         *       ],
         *       "conditions": [
         *         {
         *           "name": "Seaview",
         *           "value": "3600",
         *           "when": {
         *             "client": "lobby",
         *             "nas_group": "hotel",
         *             "ssid": "guests",
         *             "time": "Wk0800-1800"
         *           },
         *           "applied": true
         *         }
         *       ],
         *       "attributes": [
         *         {
         *           "name": "Seaview",
         *           "value": "3600"
         *         }
         *       ],
         *       "ms": 1
         *     }
         */
        aaa_decision: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            /** Format: date-time */
            datetime: string;
            /** @description the AAA client that asked */
            client: number;
            client_name: string;
            username: string | null;
            callingstationid: string | null;
            calledstationid: string | null;
            /** @description authentication method: PAP, CHAP, MS-CHAP, MS-CHAPv2, MAC, voucher, Auth-Type, none; by an upstream: proxy, EAP */
            method: string;
            /** @enum {unknown} */
            outcome: "accept" | "reject";
            /** @description for the operator; the client learns only the outcome */
            reason: string;
            /** @description name of the AAA upstream that decided; null: the gateway did */
            upstream: string | null;
            user: number | null;
            profile: number | null;
            profile_name: string | null;
            /** @description names of all profiles of the user, the one first that goes before the others */
            profiles: string[];
            /** @description check items that were compared with the request */
            checks: {
                attribute: string;
                op: string;
                value: string;
                /** @description the values of the request */
                found: string[];
                passed: boolean;
                note?: string;
            }[];
            /** @description limits and quotas of the user */
            counters: {
                name: string;
                /** @enum {unknown} */
                unit: "seconds" | "octets" | "sessions";
                allowed: number | null;
                used: number | null;
                left: number;
            }[];
            /** @description reply items with conditions; secrets are *** */
            conditions: {
                name: string;
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
                /** @description true: the item is one of `attributes` */
                applied: boolean;
            }[];
            /** @description attributes of the reply; secrets are *** */
            attributes: {
                name: string;
                value: string;
            }[];
            /** @description milliseconds from the request to the decision */
            ms: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "client": 1,
         *       "ssid": null,
         *       "profile": 1,
         *       "description": "",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        aaa_fallback: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of the AAA client whose requests it is for; null: all of the organization */
            client: number | null;
            /** @description the name of the wireless network in Called-Station-Id; null: any, or none */
            ssid: string | null;
            /** @description id of an AAA profile */
            profile: number;
            description: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "Seaview",
         *       "address": "192.0.2.10",
         *       "auth_port": 1,
         *       "acct_port": 1,
         *       "tls_port": 1,
         *       "transport": "udp",
         *       "require_message_authenticator": "auto",
         *       "realm": null,
         *       "strip_realm": true,
         *       "eap": "proxied",
         *       "handles_authentication": true,
         *       "handles_accounting": true,
         *       "portal_authentication": true,
         *       "portal_profile": 1,
         *       "portal_accounting": true,
         *       "priority": 0,
         *       "tls_ca": null,
         *       "tls_certificate": null,
         *       "tls_server_name": null,
         *       "is_active": true,
         *       "description": "",
         *       "state": "unknown",
         *       "state_since": "2026-01-31T12:00:00Z",
         *       "last_error": null,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z",
         *       "pending": 1,
         *       "oldest_pending": "2026-01-31T12:00:00Z"
         *     }
         */
        aaa_upstream: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; serves the clients of it and of all below it, except where a nearer organization has upstreams of its own */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            address: string;
            auth_port: number;
            acct_port: number;
            tls_port: number;
            /**
             * @description tls: RadSec (RFC 6614)
             * @enum {unknown}
             */
            transport: "udp" | "tls";
            /**
             * @description whether replies over UDP need a Message-Authenticator: yes, no, or auto: from the first reply that has one. A reply without it can be forged by whoever is on the way (CVE-2024-3596, BlastRADIUS): prefer TLS, or an upstream that signs
             * @enum {unknown}
             */
            require_message_authenticator: "auto" | "yes" | "no";
            /** @description serves users `...@realm`, case-insensitive; null: serves every user who is not stored here */
            realm: string | null;
            /** @description removes the realm from User-Name, except in requests with EAP or MS-CHAPv2, which depend on the whole name */
            strip_realm: boolean;
            /**
             * @description where EAP of its users ends: at the upstream, or at the gateway (`radius.eap`), which sends the login inside of TTLS or PEAP to the upstream as PAP, CHAP, MS-CHAP or MS-CHAPv2
             * @enum {unknown}
             */
            eap: "proxied" | "terminated";
            handles_authentication: boolean;
            handles_accounting: boolean;
            /** @description authenticates logins at the captive portal by name and password: users of its realm, or users without a password here; the first login creates a user of the organization */
            portal_authentication: boolean;
            /** @description id of the AAA profile of such users at their first login */
            portal_profile: number | null;
            /** @description sends it accounting of captive portal sessions; off by default, since most NASes send accounting of their own */
            portal_accounting: boolean;
            /** @description the lowest is tried first; of equal ones, the oldest */
            priority: number;
            /** @description PEM; the CA of its certificate */
            tls_ca: string | null;
            /** @description PEM; the client certificate that the gateway presents */
            tls_certificate: string | null;
            /** @description name that its certificate must contain; null: its address */
            tls_server_name: string | null;
            is_active: boolean;
            description: string;
            /**
             * @description whether it replies; written on each change
             * @enum {unknown}
             */
            state: "unknown" | "up" | "down";
            /** Format: date-time */
            state_since: string | null;
            last_error: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
            /** @description accounting packets in the queue that it serves, together with other upstreams of its organization and realm; 10000: that many or more */
            pending: number;
            /**
             * Format: date-time
             * @description when the oldest packet of the queue was received
             */
            oldest_pending: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "Seaview",
         *       "kind": "ipv4",
         *       "networks": [
         *         "192.0.2.0/24"
         *       ],
         *       "excluded": [
         *         "192.0.2.0/24"
         *       ],
         *       "prefix_length": 1,
         *       "sticky": "user",
         *       "hold_seconds": 10,
         *       "description": "",
         *       "exhausted": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z",
         *       "size": 1,
         *       "used": 1
         *     }
         */
        address_pool: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * @description ipv4: Framed-IP-Address; ipv6_prefix: Framed-IPv6-Prefix; delegated_prefix: Delegated-IPv6-Prefix
             * @enum {unknown}
             */
            kind: "ipv4" | "ipv6_prefix" | "delegated_prefix";
            /** @description given in this order; of an IPv4 network of four addresses or more, the first and the last one are not */
            networks: string[];
            /** @description addresses and networks that are not given */
            excluded: string[];
            /** @description length of the prefixes; null: IPv4 */
            prefix_length: number | null;
            /**
             * @description whose former address is given again, as long as no one else has it
             * @enum {unknown}
             */
            sticky: "user" | "device" | "none";
            /** @description how long an address is kept from the login on; a session keeps it from its Start to its Stop */
            hold_seconds: number;
            description: string;
            /**
             * Format: date-time
             * @description when a login last found no free address
             */
            exhausted: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
            /** @description addresses or prefixes that it can give */
            size: number;
            /** @description those that an open session or a login has */
            used: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "name": "Seaview",
         *       "description": "",
         *       "mac": "02:00:5E:00:53:02",
         *       "ssid": null,
         *       "address": null,
         *       "city": null,
         *       "state": null,
         *       "postal_code": null,
         *       "country": null,
         *       "latitude": 0,
         *       "longitude": 0,
         *       "is_active": true,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z",
         *       "identifier": null,
         *       "ip": "192.0.2.50",
         *       "vendor": null,
         *       "model": null,
         *       "device": 1,
         *       "device_name": null,
         *       "device_status": true
         *     }
         */
        access_point: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of a location */
            location: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string | null;
            ssid: string | null;
            address: string | null;
            city: string | null;
            state: string | null;
            postal_code: string | null;
            /** @description two capital letters (ISO 3166-1) */
            country: string | null;
            latitude: number | null;
            longitude: number | null;
            is_active: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
            identifier: string | null;
            ip: string | null;
            vendor: string | null;
            model: string | null;
            /** @description id of the inventory_device that it is: see access_point there */
            device: number | null;
            device_name: string | null;
            /** @description true: the device answered the last request */
            device_status: boolean | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "pool": 1,
         *       "pool_name": "",
         *       "address": "",
         *       "user": 1,
         *       "username": "room-101",
         *       "station": null,
         *       "client": 1,
         *       "granted": "2026-01-31T12:00:00Z",
         *       "held_until": "2026-01-31T12:00:00Z"
         *     }
         */
        address_lease: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            /** @description id of the address pool */
            pool: number;
            pool_name: string;
            /** @description `192.0.2.7`, or a prefix: `2001:db8:0:7::/64` */
            address: string;
            /** @description who has it, or had it last */
            user: number;
            username: string;
            /** @description the device: 12 digits of a MAC address, or what the NAS sent */
            station: string | null;
            /** @description id of the AAA client that asked */
            client: number | null;
            /**
             * Format: date-time
             * @description the last login that got it
             */
            granted: string;
            /**
             * Format: date-time
             * @description kept at least until then; after it by an open session that has the address, and else for the next login of the same user or device
             */
            held_until: string;
        };
        /**
         * @example {
         *       "radacctid": 1,
         *       "organization": 1,
         *       "client": 1,
         *       "origin": "radius",
         *       "portal_session": null,
         *       "user": 1,
         *       "access_point": 1,
         *       "device": 1,
         *       "location": 1,
         *       "session_status": "active",
         *       "acctsessionid": "",
         *       "acctuniqueid": "",
         *       "acctmultisessionid": null,
         *       "username": "room-101",
         *       "realm": null,
         *       "nasipaddress": "",
         *       "nasidentifier": null,
         *       "nasportid": null,
         *       "nasporttype": null,
         *       "acctstarttime": "2026-01-31T12:00:00Z",
         *       "acctupdatetime": "2026-01-31T12:00:00Z",
         *       "acctstoptime": "2026-01-31T12:00:00Z",
         *       "nas_event_time": "2026-01-31T12:00:00Z",
         *       "clock_offset": 1,
         *       "acctinterval": 1,
         *       "acctsessiontime": 1,
         *       "acctauthentic": null,
         *       "connectinfo_start": null,
         *       "connectinfo_stop": null,
         *       "acctinputoctets": 1,
         *       "acctoutputoctets": 1,
         *       "calledstationid": null,
         *       "callingstationid": null,
         *       "ssid": null,
         *       "acctterminatecause": null,
         *       "stop_is_guess": true,
         *       "servicetype": null,
         *       "framedprotocol": null,
         *       "framedipaddress": null,
         *       "framedipv6address": null,
         *       "framedipv6prefix": null,
         *       "framedinterfaceid": null,
         *       "delegatedipv6prefix": null,
         *       "class": null
         *     }
         */
        aaa_accounting: {
            /** @description assigned by the gateway */
            radacctid: number;
            organization: number;
            /** @description the AAA client that sent it; null: a portal session that no NAS accounts for */
            client: number | null;
            /**
             * @description `portal`: opened by a login at the captive portal
             * @enum {unknown}
             */
            origin: "radius" | "portal";
            /** @description `session_id` of the login at the captive portal that admitted the device */
            portal_session: string | null;
            user: number | null;
            access_point: number | null;
            /** @description the inventory_device that is the access point */
            device: number | null;
            location: number | null;
            /** @enum {unknown} */
            session_status: "active" | "completed";
            acctsessionid: string;
            acctuniqueid: string;
            acctmultisessionid: string | null;
            username: string | null;
            realm: string | null;
            nasipaddress: string;
            nasidentifier: string | null;
            nasportid: string | null;
            nasporttype: string | null;
            /** Format: date-time */
            acctstarttime: string | null;
            /** Format: date-time */
            acctupdatetime: string | null;
            /** Format: date-time */
            acctstoptime: string | null;
            /**
             * Format: date-time
             * @description Event-Timestamp of the last packet, as its NAS stated it
             */
            nas_event_time: string | null;
            /** @description seconds by which the clock of the NAS is ahead at the last packet; `acctstarttime`, `acctupdatetime` and `acctstoptime` are corrected by it; null: not known, so the NAS is believed */
            clock_offset: number | null;
            /** @description seconds */
            acctinterval: number | null;
            /** @description seconds */
            acctsessiontime: number | null;
            acctauthentic: string | null;
            connectinfo_start: string | null;
            connectinfo_stop: string | null;
            /** @description a string of digits above 2^53 - 1 */
            acctinputoctets: number | string | null;
            /** @description a string of digits above 2^53 - 1 */
            acctoutputoctets: number | string | null;
            calledstationid: string | null;
            callingstationid: string | null;
            /** @description the name of the wireless network behind the MAC address in `calledstationid` */
            ssid: string | null;
            acctterminatecause: string | null;
            /** @description true: the gateway concluded that the session is over; a Stop, or news of it, corrects that */
            stop_is_guess: boolean;
            servicetype: string | null;
            framedprotocol: string | null;
            framedipaddress: string | null;
            framedipv6address: string | null;
            framedipv6prefix: string | null;
            framedinterfaceid: string | null;
            delegatedipv6prefix: string | null;
            class: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "name": "Seaview",
         *       "kind": "sms",
         *       "url": null,
         *       "settings": {
         *         "method": "POST",
         *         "headers": {},
         *         "username": "room-101",
         *         "body": "",
         *         "expect": "queued",
         *         "client_id": "gatehouse",
         *         "scope": "openid email",
         *         "response_mode": "query",
         *         "domains": [
         *           "example.net"
         *         ],
         *         "claims": {},
         *         "hosts": [
         *           "*.example.net"
         *         ]
         *       },
         *       "is_active": true,
         *       "description": "",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        portal_service: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a service of the kind */
            organization: number;
            /** @description id of a location: serves only its access points, ahead of a service without a location; null: all */
            location: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * @description the login kind that it is for
             * @enum {unknown}
             */
            kind: "sms" | "oidc";
            /** @description sms: what is called, with `{number}` and `{text}` where they belong. oidc: the issuer. The hosts that are called must be within `device_networks` */
            url: string | null;
            /** @description by `kind` */
            settings: {
                /**
                 * @description default: POST
                 * @enum {unknown}
                 */
                method?: "POST" | "PUT" | "GET";
                /** @description by name; `{secret}` stands for the secret, `{basic}` for `username` and secret as HTTP Basic has them */
                headers?: {
                    [key: string]: string;
                };
                /**
                 * @description the name in `{basic}`
                 * @example gatehouse
                 */
                username?: string;
                /** @description body of a call; `{number}`, `{text}` and `{secret}` are replaced as its Content-Type has them. Default: JSON with `to` and `text` */
                body?: string;
                /**
                 * @description text that the answer must have; default: any answer with a status of 200 to 299
                 * @example queued
                 */
                expect?: string;
                /**
                 * @description the client that the issuer has registered
                 * @example gatehouse
                 */
                client_id?: string;
                /**
                 * @description default: openid email profile
                 * @example openid email
                 */
                scope?: string;
                /**
                 * @description how the issuer sends the browser back: by its address, or by a form that it posts. Default: what the issuer says that it can, the address first
                 * @enum {unknown}
                 */
                response_mode?: "query" | "form_post";
                /** @description domains that the verified mail address of a guest must be of; empty: any, and none is needed */
                domains?: string[];
                /** @description values of claims, one of which a guest must have in each, such as `{"tid": ["…"]}` or `{"groups": ["staff"]}` */
                claims?: {
                    [key: string]: string[];
                };
                /** @description hosts that the pages of the issuer need besides those that `gatehouse portal test` knows; the access points allow them before the login */
                hosts?: string[];
            };
            is_active: boolean;
            description: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "user_key": 1,
         *       "user": 1,
         *       "username": "room-101",
         *       "mac": "02:00:5E:00:53:02",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_used": "2026-01-31T12:00:00Z"
         *     }
         */
        user_key_device: {
            /** @description assigned by the gateway */
            id: number;
            /** @description the user's */
            organization: number;
            /** @description id of a Wi-Fi key */
            user_key: number;
            /** @description id of the user of the key */
            user: number;
            username: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string;
            /**
             * Format: date-time
             * @description when it was bound to the key
             */
            created: string;
            /**
             * Format: date-time
             * @description when it was last bound or admitted, to within a day
             */
            last_used: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "user": 1,
         *       "username": "room-101",
         *       "name": "Seaview",
         *       "serial": "",
         *       "fingerprint": "",
         *       "valid_to": "2026-01-31T12:00:00Z",
         *       "revoked": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z"
         *     }
         */
        user_certificate: {
            /** @description assigned by the gateway */
            id: number;
            /** @description the user's */
            organization: number;
            /** @description id of a user, or the user of a voucher */
            user: number;
            username: string;
            /** @description the device, such as its owner and kind */
            name: string;
            /** @description serial number in hexadecimal digits */
            serial: string;
            /** @description SHA-256 of the certificate: `AB:CD:…` */
            fingerprint: string;
            /** Format: date-time */
            valid_to: string;
            /**
             * Format: date-time
             * @description when it was revoked; null: it is not
             */
            revoked: string | null;
            /** Format: date-time */
            created: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "name": "Seaview",
         *       "vendor": "coovachilli",
         *       "url": null,
         *       "site": null,
         *       "username": "room-101",
         *       "certificate_sha256": null,
         *       "is_active": true,
         *       "description": "",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        portal_controller: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a controller of the vendor */
            organization: number;
            /** @description id of a location: serves only its access points, ahead of a controller without a location; null: all */
            location: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @enum {unknown} */
            vendor: "coovachilli" | "mikrotik" | "opennds" | "meraki" | "cambium" | "fortinet" | "cisco_wlc" | "aruba" | "ruckus_smartzone" | "ruckus_zonedirector" | "extreme" | "huawei" | "h3c" | "omada" | "unifi" | "radius";
            /** @description where the gateway calls the controller, or the name of an access point that guests may be sent to */
            url: string | null;
            /** @description the site on the controller; null: the site in the redirect, else `default` */
            site: string | null;
            /** @description the account of the gateway on the controller */
            username: string | null;
            /** @description SHA-256 fingerprint of the certificate of the controller, which is then not checked otherwise; null: it must be signed by a known CA */
            certificate_sha256: string | null;
            is_active: boolean;
            description: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "page": 1,
         *       "username": "room-101",
         *       "created": "2026-01-31T12:00:00Z",
         *       "title": null,
         *       "welcome": null,
         *       "languages": [
         *         "en"
         *       ],
         *       "translations": [
         *         {
         *           "language": "en",
         *           "title": null,
         *           "welcome": null,
         *           "terms": null
         *         }
         *       ],
         *       "login_kinds": [
         *         "user"
         *       ],
         *       "terms": null,
         *       "terms_version": null,
         *       "terms_user": 1,
         *       "theme": "plain",
         *       "scheme": "auto",
         *       "guest_profile": 1,
         *       "login_options": {
         *         "email": {
         *           "domains": [
         *             "example.net"
         *           ],
         *           "grace_minutes": 0
         *         },
         *         "sms": {
         *           "prefixes": [
         *             "+43"
         *           ],
         *           "max_per_hour": 1
         *         },
         *         "sponsor": {
         *           "addresses": [
         *             "reception@example.net"
         *           ],
         *           "domains": [
         *             "example.net"
         *           ],
         *           "hours": 1,
         *           "wait_minutes": 5
         *         },
         *         "payment": {
         *           "prices": [
         *             {
         *               "name": "Seaview",
         *               "amount": 500,
         *               "currency": "EUR",
         *               "time": 60,
         *               "octets": 1,
         *               "devices": 1
         *             }
         *           ]
         *         }
         *       },
         *       "look": {
         *         "color": "#0b5fff",
         *         "logo": "data:image/png;base64,iVBORw0KGgo=",
         *         "logo_text": "",
         *         "font": "data:font/woff2;base64,d09GMg=="
         *       },
         *       "background": "#1b3a57",
         *       "css": null,
         *       "links": [
         *         {
         *           "text": "Privacy",
         *           "url": "https://www.example.com/privacy"
         *         }
         *       ]
         *     }
         */
        portal_page_version: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of a portal_page */
            page: number;
            /** @description who has published it; null: not known, or the user was deleted */
            username: string | null;
            /**
             * Format: date-time
             * @description when it was published
             */
            created: string;
            /** @description heading; null: standard heading of the language */
            title: string | null;
            /** @description text below the heading */
            welcome: string | null;
            /** @description languages that are offered; a guest with another language gets the first one; empty: all languages */
            languages: string[];
            /** @description texts of the page for guests who read it in another language */
            translations: {
                /** @example en */
                language: string;
                /** @description null: title of the page */
                title?: string | null;
                /** @description null: text of the page */
                welcome?: string | null;
                /** @description null: terms of the page; a translation has their version */
                terms?: string | null;
            }[];
            /** @description in their order on the page */
            login_kinds: ("user" | "voucher" | "terms" | "email" | "sms" | "sponsor" | "oidc" | "payment" | "room")[];
            /** @description text that a guest must accept; null: no terms */
            terms: string | null;
            /** @description is logged with each login; null: the time of the last change */
            terms_version: string | null;
            /** @description id of the user that guests are logged in as who only accept the terms */
            terms_user: number | null;
            /**
             * @description colours, letters, layout and picture
             * @enum {unknown}
             */
            theme: "plain" | "hotel" | "cafe" | "campus" | "transport";
            /**
             * @description auto: as the system of the guest has it
             * @enum {unknown}
             */
            scheme: "auto" | "light" | "dark";
            /** @description id of the AAA profile of guests who become users by their first login here; null: no limits */
            guest_profile: number | null;
            /** @description settings of login kinds, by kind */
            login_options: {
                email?: {
                    /** @description domains that an address must be of; empty: any */
                    domains?: string[];
                    /** @description time on line before the code, to read the mail, once a day for a device and an address; default: 0, none */
                    grace_minutes?: number;
                };
                sms?: {
                    /** @description beginnings of numbers that may log in, such as country codes; empty: any */
                    prefixes?: string[];
                    /** @description messages that the page sends within an hour; default: 200 */
                    max_per_hour?: number;
                };
                sponsor?: {
                    /** @description mail addresses of those who may let guests in, in lower case */
                    addresses?: string[];
                    /** @description domains whose mail addresses may let guests in */
                    domains?: string[];
                    /** @description how long a guest is let in from the approval on; default: 24 */
                    hours?: number;
                    /** @description how long a request waits for its sponsor; default: 60 */
                    wait_minutes?: number;
                };
                payment?: {
                    prices: {
                        /** @example One day */
                        name: string;
                        /**
                         * @description in the smallest unit of the currency
                         * @example 500
                         */
                        amount: number;
                        /**
                         * @description ISO 4217
                         * @example EUR
                         */
                        currency: string;
                        /** @description seconds from the first login on; default: no limit */
                        time?: number;
                        /** @description default: no limit */
                        octets?: number;
                        devices?: number;
                    }[];
                };
            };
            look: {
                /**
                 * @description of buttons, as #rrggbb
                 * @example #0b5fff
                 */
                color?: string;
                /**
                 * @description a picture of 1 MiB at most (PNG, JPEG, GIF, WebP or SVG, without its scripts) as a data URL; a reply has the address of the stored file, which is accepted as well
                 * @example data:image/png;base64,iVBORw0KGgo=
                 */
                logo?: string;
                /** @description alternative text of the logo, for screen readers */
                logo_text?: string;
                /**
                 * @description of all texts: a file of 1 MiB at most (WOFF2, WOFF, TrueType), as the logo
                 * @example data:font/woff2;base64,d09GMg==
                 */
                font?: string;
            };
            /**
             * @description behind the welcome, in place of the picture of the theme: a colour as #rrggbb, or a picture as the logo
             * @example #1b3a57
             */
            background: string | null;
            /** @description rules that follow those of the theme; they load nothing from elsewhere */
            css: string | null;
            /** @description at the foot of the page */
            links: {
                /** @example Privacy */
                text: string;
                /**
                 * @description of http, https, mailto or tel, or a path
                 * @example https://www.example.com/privacy
                 */
                url: string;
            }[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "client": 1,
         *       "session": 1,
         *       "user": 1,
         *       "username": "room-101",
         *       "kind": "disconnect",
         *       "trigger": "api",
         *       "reason": null,
         *       "attributes": [
         *         {
         *           "attribute": "Session-Timeout",
         *           "value": "3600"
         *         }
         *       ],
         *       "requested_by": 1,
         *       "status": "scheduled",
         *       "error_cause": 1,
         *       "error_cause_name": null,
         *       "error_code": null,
         *       "error_message": null,
         *       "tries": 1,
         *       "ms": 1,
         *       "created": "2026-01-31T12:00:00Z",
         *       "next_try": "2026-01-31T12:00:00Z",
         *       "completed": "2026-01-31T12:00:00Z"
         *     }
         */
        aaa_authorization_change: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            /** @description AAA client of the session; null: a portal session that no NAS accounts for */
            client: number | null;
            /** @description radacctid of the session */
            session: number | null;
            /** @description null: the user does not exist any more */
            user: number | null;
            username: string | null;
            /** @enum {unknown} */
            kind: "disconnect" | "coa";
            /**
             * @description `renewed`: an exhausted quota has been renewed; `certificate`: that of the device is revoked
             * @enum {unknown}
             */
            trigger: "api" | "user_disabled" | "user_deleted" | "expired" | "balance" | "profile" | "quota" | "login_time" | "simultaneous_use" | "renewed" | "session_timeout" | "logout" | "certificate";
            /** @description the limit that was reached, and how much of it is used */
            reason: string | null;
            /** @description the attributes that a CoA sends */
            attributes: {
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /** @description text without control characters */
                value: string;
            }[];
            /** @description user of the token that requested it; null: the gateway itself */
            requested_by: number | null;
            /** @enum {unknown} */
            status: "scheduled" | "running" | "acknowledged" | "refused" | "no_answer" | "failed" | "canceled";
            /** @description Error-Cause of the NAS (RFC 5176 section 3.5) */
            error_cause: number | null;
            error_cause_name: string | null;
            error_code: string | null;
            error_message: string | null;
            /** @description packets sent */
            tries: number;
            /** @description duration of the last attempt, until the reply or the timeout */
            ms: number | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            next_try: string | null;
            /** Format: date-time */
            completed: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "organization_name": "",
         *       "username": "room-101",
         *       "role": "admin",
         *       "profile": 1,
         *       "profile_detail": {
         *         "id": 1,
         *         "name": "Seaview",
         *         "description": "",
         *         "reply_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "=",
         *             "value": "3600",
         *             "when": {
         *               "client": "lobby",
         *               "nas_group": "hotel",
         *               "ssid": "guests",
         *               "time": "Wk0800-1800"
         *             }
         *           }
         *         ],
         *         "check_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "==",
         *             "value": "3600"
         *           }
         *         ]
         *       },
         *       "profiles": [
         *         1
         *       ],
         *       "source": 1,
         *       "terms_user": 1,
         *       "external_id": null,
         *       "klass": null,
         *       "expiration": "2026-01-31T12:00:00Z",
         *       "email": null,
         *       "first_name": null,
         *       "last_name": null,
         *       "language": "en",
         *       "attributes": {
         *         "reply_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "=",
         *             "value": "3600",
         *             "when": {
         *               "client": "lobby",
         *               "nas_group": "hotel",
         *               "ssid": "guests",
         *               "time": "Wk0800-1800"
         *             }
         *           }
         *         ],
         *         "check_attributes": [
         *           {
         *             "id": 1,
         *             "attribute": "Session-Timeout",
         *             "op": "==",
         *             "value": "3600"
         *           }
         *         ]
         *       },
         *       "is_active": true,
         *       "password_methods": null,
         *       "must_change_password": true,
         *       "last_login": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        user_listed: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            organization_name: string;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            /** @enum {unknown} */
            role: "admin" | "read_only" | "reports" | "front_desk" | "app" | "subscriber";
            /** @description id of an AAA profile */
            profile: number | null;
            profile_detail: {
                id: number;
                name: string;
                description: string;
                /** @description sent to the NAS with an accept; the user's own override the profile's */
                reply_attributes: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default =
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "+=";
                    /** @description text without control characters */
                    value: string;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when?: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
                check_attributes: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default ==
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                    /** @description text without control characters */
                    value: string;
                }[];
            } | null;
            /** @description further AAA profiles, whose attributes are merged by `priority` with those of `profile` */
            profiles: number[];
            /** @description id of the user source that verifies the password and keeps name and groups; null: the gateway or an upstream verifies it */
            source: number | null;
            /** @description id of the user whose limits it follows: it is a device whose guest accepted the terms of a portal page, without a name; null: an account */
            terms_user: number | null;
            external_id: string | null;
            klass: string | null;
            /** Format: date-time */
            expiration: string | null;
            /** @description an e-mail address */
            email: string | null;
            /** @description text that is not blank, without slashes and control characters */
            first_name: string | null;
            /** @description text that is not blank, without slashes and control characters */
            last_name: string | null;
            /** @description language of texts for the user: `de`; null: language of its organization */
            language: string | null;
            attributes: {
                /** @description sent to the NAS with an accept; the user's own override the profile's */
                reply_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default =
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "+=";
                    /** @description text without control characters */
                    value: string;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when?: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
                check_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default ==
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                    /** @description text without control characters */
                    value: string;
                }[];
            } | null;
            is_active: boolean;
            /** @description methods of RADIUS that can verify the stored password: PAP, and CHAP, MS-CHAP and MS-CHAPv2 if it is reversible; null: no password */
            password_methods: string | null;
            /** @description a login by MS-CHAPv2 has to change the password, which needs a reversible password; other methods cannot, and are accepted */
            must_change_password: boolean;
            /** Format: date-time */
            last_login: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "count": 1,
         *       "results": [
         *         {
         *           "id": 1,
         *           "created": "2026-01-31T12:00:00Z",
         *           "last_used": "2026-01-31T12:00:00Z",
         *           "expiration": "2026-01-31T12:00:00Z",
         *           "idle_expiration": "2026-01-31T12:00:00Z",
         *           "remote_address": null,
         *           "user_agent": null,
         *           "current": true
         *         }
         *       ]
         *     }
         */
        session: {
            count: number;
            results: {
                /** @description assigned by the gateway */
                id: number;
                /** Format: date-time */
                created: string;
                /** Format: date-time */
                last_used: string;
                /**
                 * Format: date-time
                 * @description end at the latest
                 */
                expiration: string;
                /**
                 * Format: date-time
                 * @description end unless there is a request before
                 */
                idle_expiration: string;
                remote_address: string | null;
                /** @description the browser, as it describes itself */
                user_agent: string | null;
                /** @description true: the session of this request */
                current: boolean;
            }[];
        };
        /**
         * @example {
         *       "is_enabled": true,
         *       "is_required": true,
         *       "confirmed": "2026-01-31T12:00:00Z",
         *       "recovery_codes": 1
         *     }
         */
        user_totp: {
            /** @description true: a sign-in asks for a code */
            is_enabled: boolean;
            /** @description true: the role needs it (`console.require_totp`) */
            is_required: boolean;
            /**
             * Format: date-time
             * @description when its first code was entered
             */
            confirmed: string | null;
            /** @description recovery codes that have not been used */
            recovery_codes: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "kind": "api",
         *       "user": 1,
         *       "username": "room-101",
         *       "organization": 1,
         *       "organization_name": "",
         *       "name": "Seaview",
         *       "code": null,
         *       "profile": 1,
         *       "external_id": null,
         *       "klass": null,
         *       "batch": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "time": 1,
         *       "octets": 1,
         *       "burn": "online",
         *       "location": 1,
         *       "valid_from": "2026-01-31T12:00:00Z",
         *       "devices": 1,
         *       "price": null,
         *       "expiration": "2026-01-31T12:00:00Z",
         *       "until_checkout": true,
         *       "is_active": true,
         *       "read_only": true,
         *       "first_used": "2026-01-31T12:00:00Z",
         *       "last_used": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "balance": 1,
         *       "balance_octets": 1
         *     }
         */
        user_token_listed: {
            /** @description assigned by the gateway */
            id: number;
            /** @enum {unknown} */
            kind: "api" | "network";
            /** @description id of the user */
            user: number;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            organization: number;
            organization_name: string;
            name: string;
            /** @description `network` tokens: the user name to log in with */
            code: string | null;
            /** @description id of the user's AAA profile */
            profile: number | null;
            external_id: string | null;
            klass: string | null;
            /**
             * Format: uuid
             * @description the tokens made by one request
             */
            batch: string | null;
            /** @description `network` tokens: seconds of credit */
            time: number | null;
            /** @description `network` tokens: octets of credit */
            octets: number | null;
            /**
             * @description `network` tokens: `online` uses up `time` while sessions are open, `first_use` from the first login on
             * @enum {string|null}
             */
            burn: "online" | "first_use" | null;
            /** @description `network` tokens: id of the location that it is limited to; null: any */
            location: number | null;
            /**
             * Format: date-time
             * @description `network` tokens: lets in from then on
             */
            valid_from: string | null;
            /** @description `network` tokens: devices at a time; null: as the profile says */
            devices: number | null;
            /** @description `network` tokens: as it is printed */
            price: string | null;
            /** Format: date-time */
            expiration: string | null;
            /** @description `network` tokens: true: `expiration` is the check-out of a day */
            until_checkout: boolean;
            is_active: boolean;
            /** @description `api` tokens: true permits GET only */
            read_only: boolean;
            /** Format: date-time */
            first_used: string | null;
            /** Format: date-time */
            last_used: string | null;
            /** Format: date-time */
            created: string;
            /** @description remaining seconds of `time`; only if `balance=true` */
            balance?: number | null;
            /** @description remaining octets of `octets`; only if `balance=true` */
            balance_octets?: number | null;
        };
        /**
         * @example {
         *       "id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "organization": 1,
         *       "kind": "erase",
         *       "user": 1,
         *       "requested_by": 1,
         *       "status": "scheduled",
         *       "pseudonym": null,
         *       "report": [
         *         {
         *           "table": "",
         *           "action": "anonymized",
         *           "rows": 1
         *         }
         *       ],
         *       "pending": 1,
         *       "error_message": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "started_at": "2026-01-31T12:00:00Z",
         *       "completed_at": "2026-01-31T12:00:00Z"
         *     }
         */
        privacy_job: {
            /** Format: uuid */
            id: string;
            organization: number;
            /** @enum {unknown} */
            kind: "erase" | "export";
            /** @description id of the user, who does not exist after an erasure */
            user: number;
            /** @description user of the token that requested it */
            requested_by: number | null;
            /** @enum {unknown} */
            status: "scheduled" | "running" | "completed" | "failed";
            /** @description the user name of the anonymized sessions */
            pseudonym: string | null;
            report: {
                table: string;
                /** @enum {unknown} */
                action: "anonymized" | "deleted" | "exported";
                rows: number;
            }[];
            /** @description rows of sessions that have not ended, which an erasure waits for */
            pending: number;
            error_message: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "type": "ua",
         *       "status": 1,
         *       "detail": "",
         *       "organization": 1,
         *       "user": 1,
         *       "username": "room-101",
         *       "page": 1,
         *       "access_point": 1,
         *       "location": 1,
         *       "mac": "02:00:5E:00:53:02",
         *       "ip": "192.0.2.50",
         *       "user_agent": null,
         *       "session_id": null,
         *       "type_display": ""
         *     }
         */
        txlog_portal: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: date-time */
            datetime: string;
            /** @enum {unknown} */
            type: "ua" | "ui" | "uo" | "ur" | "pp" | "ve" | "uu" | "uc" | "up" | "us" | "ux" | "ut" | "uk" | "ub" | "vs" | "vt" | "sl" | "pv" | "pr" | "pc" | "pf" | "ad" | "ac" | "tr" | "ms" | "er";
            /** @description 200: success */
            status: number;
            detail: string;
            organization: number;
            user: number | null;
            username: string | null;
            page: number | null;
            access_point: number | null;
            location: number | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string | null;
            ip: string | null;
            user_agent: string | null;
            session_id: string | null;
            type_display: string;
        };
        /**
         * @example {
         *       "user": 1,
         *       "access_point": 1,
         *       "day": "2026-01-31",
         *       "hour": null,
         *       "location": 1,
         *       "client": 1,
         *       "ssid": null,
         *       "profile": 1,
         *       "cause": null,
         *       "batch": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "sessions": 1,
         *       "seconds": 1,
         *       "octets_in": 1,
         *       "octets_out": 1
         *     }
         */
        aaa_accounting_listed: {
            user?: number | null;
            access_point?: number | null;
            /** Format: date */
            day?: string | null;
            /** @description local time, such as 2026-06-01T20:00 */
            hour?: string | null;
            location?: number | null;
            client?: number | null;
            ssid?: string | null;
            profile?: number | null;
            /** @description `acctterminatecause` */
            cause?: string | null;
            /**
             * Format: uuid
             * @description the batch of the voucher
             */
            batch?: string | null;
            sessions: number;
            /** @description open sessions are counted until now */
            seconds: number;
            /** @description a string of digits above 2^53 - 1 */
            octets_in: number | string | null;
            /** @description a string of digits above 2^53 - 1 */
            octets_out: number | string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_used": "2026-01-31T12:00:00Z",
         *       "expiration": "2026-01-31T12:00:00Z",
         *       "idle_expiration": "2026-01-31T12:00:00Z",
         *       "remote_address": null,
         *       "user_agent": null,
         *       "user": 1,
         *       "username": "room-101",
         *       "role": "admin",
         *       "organization": 1,
         *       "organization_name": "",
         *       "organizations": [
         *         1
         *       ],
         *       "time_zone": "",
         *       "language": "en",
         *       "transport": "https",
         *       "must_enrol": true
         *     }
         */
        session_current: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_used: string;
            /**
             * Format: date-time
             * @description end at the latest
             */
            expiration: string;
            /**
             * Format: date-time
             * @description end unless there is a request before
             */
            idle_expiration: string;
            remote_address: string | null;
            /** @description the browser, as it describes itself */
            user_agent: string | null;
            /** @description id of the user */
            user: number;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            /** @enum {unknown} */
            role: "admin" | "read_only" | "reports" | "front_desk" | "app" | "subscriber";
            /** @description id of the organization of the user */
            organization: number;
            organization_name: string;
            /** @description ids of the organizations that the user may see */
            organizations: number[];
            /** @description time zone of the organization, an IANA name */
            time_zone: string;
            /** @description language of the user, else of the organization */
            language: string;
            /**
             * @description how the request has come: `https`; `loopback`: plain HTTP on this machine; `http`: plain HTTP, which others can read
             * @enum {unknown}
             */
            transport: "https" | "loopback" | "http";
            /** @description true: the role needs a second factor; until there is one, only `user_totp` serves */
            must_enrol: boolean;
        };
        /**
         * @example {
         *       "is_first_run": true,
         *       "may_sign_in": true,
         *       "detail": null,
         *       "transport": "https",
         *       "version": ""
         *     }
         */
        session_sign_in: {
            /** @description true: no administrator has a password. The token in `admin-token` of the data directory may set one */
            is_first_run: boolean;
            /** @description false: `detail` says why */
            may_sign_in: boolean;
            detail: string | null;
            /**
             * @description how the request has come: `https`; `loopback`: plain HTTP on this machine; `http`: plain HTTP, which others can read
             * @enum {unknown}
             */
            transport: "https" | "loopback" | "http";
            /** @description version of the gateway */
            version: string;
        };
        /**
         * @example {
         *       "profiles": [
         *         {
         *           "id": 1,
         *           "name": "Seaview",
         *           "description": ""
         *         }
         *       ],
         *       "locations": [
         *         {
         *           "id": 1,
         *           "name": "Seaview",
         *           "description": ""
         *         }
         *       ],
         *       "requires_profile": true
         *     }
         */
        front_desk_choice: {
            profiles: {
                /** @description assigned by the gateway */
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
                description: string;
            }[];
            locations: {
                /** @description assigned by the gateway */
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
                description: string;
            }[];
            /** @description true: every user and voucher of the front desk has a profile */
            requires_profile: boolean;
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "day": "2026-01-31",
         *           "guests": 1,
         *           "devices": 1,
         *           "sessions": 1
         *         }
         *       ]
         *     }
         */
        aaa_guest_summary: {
            results: {
                /**
                 * Format: date
                 * @description when their sessions began, in the time zone of the organization
                 */
                day: string;
                /** @description different users; a session without a user counts by its name, or else by its MAC address */
                guests: number;
                /** @description different MAC addresses */
                devices: number;
                sessions: number;
            }[];
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "hour": "2026-01-31T12:00:00Z",
         *           "reason": "",
         *           "accepted": 1,
         *           "rejected": 1
         *         }
         *       ]
         *     }
         */
        aaa_decision_summary: {
            results: {
                /**
                 * Format: date-time
                 * @description begin of the hour
                 */
                hour?: string;
                reason?: string;
                accepted: number;
                rejected: number;
            }[];
        };
        /**
         * @example {
         *       "interim_interval": 1,
         *       "points": [
         *         {
         *           "datetime": "2026-01-31T12:00:00Z",
         *           "octets_in": 1,
         *           "octets_out": 1,
         *           "is_after_gap": true
         *         }
         *       ]
         *     }
         */
        aaa_accounting_traffic: {
            /** @description seconds between two Interim-Updates of the NAS; null: it sends none, or no NAS accounts for the session */
            interim_interval: number | null;
            /** @description the begin of the session, what was sampled (every two minutes, of a long session less often), and its newest counters */
            points: {
                /**
                 * Format: date-time
                 * @description by the corrected clock of the NAS
                 */
                datetime: string;
                /** @description from the device, since the begin of the session */
                octets_in: number | string | null;
                /** @description to the device, since the begin of the session */
                octets_out: number | string | null;
                /** @description true: there were no counters for much longer than usual; how the traffic since the point before was spread is not known */
                is_after_gap: boolean;
            }[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "name": "Seaview",
         *       "description": "",
         *       "mac": "02:00:5E:00:53:02",
         *       "ssid": null,
         *       "address": null,
         *       "city": null,
         *       "state": null,
         *       "postal_code": null,
         *       "country": null,
         *       "latitude": 0,
         *       "longitude": 0,
         *       "is_active": true,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        hostspot_access_points: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of a location */
            location: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string | null;
            ssid: string | null;
            address: string | null;
            city: string | null;
            state: string | null;
            postal_code: string | null;
            /** @description two capital letters (ISO 3166-1) */
            country: string | null;
            latitude: number | null;
            longitude: number | null;
            is_active: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "device": 1,
         *       "access_point": 1,
         *       "network_name": null,
         *       "network_type": "wi",
         *       "bssid": "02:00:5E:00:53:01",
         *       "test_type": "dl",
         *       "destination": "speed.example.net",
         *       "value": 1,
         *       "unit": "Mbit/s",
         *       "count": 1,
         *       "latitude": 0,
         *       "longitude": 0,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z"
         *     }
         */
        device_app_test_report: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            device: number | null;
            /** @description the access point with the BSSID; for a test without a BSSID, the access point of the connection */
            access_point: number | null;
            network_name: string | null;
            /**
             * @description Wi-Fi, mobile, Bluetooth, Ethernet
             * @enum {unknown}
             */
            network_type: "wi" | "mo" | "bl" | "et";
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            bssid: string | null;
            /**
             * @description download, upload, latency, jitter, DNS response
             * @enum {unknown}
             */
            test_type: "dl" | "ul" | "la" | "ji" | "dn";
            /** @description a URL, a host name or an address */
            destination: string;
            value: number;
            unit: string;
            /** @description number of tests that the value is the result of */
            count: number;
            latitude: number | null;
            longitude: number | null;
            /** Format: date-time */
            datetime: string;
            /** Format: date-time */
            created: string;
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "batch": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *           "organization": 1,
         *           "created": "2026-01-31T12:00:00Z",
         *           "price": null,
         *           "time": 1,
         *           "made": 1,
         *           "used": 1,
         *           "left": 1,
         *           "expired": 1,
         *           "revoked": 1
         *         }
         *       ]
         *     }
         */
        user_token_batch_summary: {
            /** @description the newest thousand at most */
            results: {
                /** Format: uuid */
                batch: string;
                organization: number;
                /** Format: date-time */
                created: string;
                /** @description as it is printed; null: none, or not the same on all */
                price: string | null;
                /** @description seconds of credit of each; null: not metered, or not the same for all */
                time: number | null;
                /** @description the sum of the other counts */
                made: number;
                /** @description vouchers that somebody has logged in with */
                used: number;
                /** @description unused vouchers that still let in */
                left: number;
                /** @description vouchers that expired unused */
                expired: number;
                /** @description vouchers that were revoked unused */
                revoked: number;
            }[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "access_point": 1,
         *       "name": "Seaview",
         *       "description": "",
         *       "mac": "02:00:5E:00:53:02",
         *       "identifier": null,
         *       "ip": "192.0.2.50",
         *       "ssid": null,
         *       "vendor": null,
         *       "model": null,
         *       "latitude": 0,
         *       "longitude": 0,
         *       "is_active": true,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        device_app_access_devices: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            location: number | null;
            access_point: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string | null;
            identifier: string | null;
            ip: string | null;
            ssid: string | null;
            vendor: string | null;
            model: string | null;
            latitude: number | null;
            longitude: number | null;
            is_active: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "device": 1,
         *       "access_point": 1,
         *       "network_name": null,
         *       "network_type": "wi",
         *       "network_security": "opn",
         *       "bssid": "02:00:5E:00:53:01",
         *       "cell_id": null,
         *       "mcc": null,
         *       "mnc": null,
         *       "roaming": true,
         *       "rssi": 0,
         *       "sinr": 0,
         *       "link_speed": 0,
         *       "bytes_in": 0,
         *       "bytes_out": 0,
         *       "latitude": 0,
         *       "longitude": 0,
         *       "start_datetime": "2026-01-31T12:00:00Z",
         *       "end_datetime": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z"
         *     }
         */
        device_app_connection_log: {
            /** @description assigned by the gateway */
            id: number;
            organization: number;
            device: number;
            /** @description the access point with the BSSID; for a test without a BSSID, the access point of the connection */
            access_point: number | null;
            network_name: string | null;
            /**
             * @description Wi-Fi, mobile, Bluetooth, Ethernet
             * @enum {unknown}
             */
            network_type: "wi" | "mo" | "bl" | "et";
            /**
             * @description open, WEP, WPA, WPA2, WPA3, OWE (Enhanced Open), 3GPP; wp3 and owe are extensions
             * @enum {unknown}
             */
            network_security: "opn" | "wep" | "wpa" | "wp2" | "wp3" | "owe" | "3gp";
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            bssid: string | null;
            cell_id: string | null;
            /** @description 3 to 3 digits */
            mcc: string | null;
            /** @description 2 to 3 digits */
            mnc: string | null;
            roaming: boolean | null;
            rssi: number | null;
            sinr: number | null;
            /** @description Mbit/s */
            link_speed: number | null;
            bytes_in: number | null;
            bytes_out: number | null;
            latitude: number | null;
            longitude: number | null;
            /** Format: date-time */
            start_datetime: string;
            /** Format: date-time */
            end_datetime: string;
            /** Format: date-time */
            created: string;
        };
        /**
         * @example {
         *       "device": 1,
         *       "network_type": "wi",
         *       "network_name": null,
         *       "connections": 1,
         *       "duration_seconds": 1,
         *       "bytes_in": 1,
         *       "bytes_out": 1,
         *       "avg_rssi": 1,
         *       "avg_sinr": 1,
         *       "avg_link_speed": 1,
         *       "first_connection": "2026-01-31T12:00:00Z",
         *       "last_connection": "2026-01-31T12:00:00Z"
         *     }
         */
        device_app_connection_summary: {
            /** @description id of the registered device */
            device: number;
            /**
             * @description Wi-Fi, mobile, Bluetooth, Ethernet
             * @enum {unknown}
             */
            network_type: "wi" | "mo" | "bl" | "et";
            network_name: string | null;
            connections: number;
            duration_seconds: number;
            /** @description a string of digits above 2^53 - 1 */
            bytes_in: number | string | null;
            /** @description a string of digits above 2^53 - 1 */
            bytes_out: number | string | null;
            avg_rssi: number | null;
            avg_sinr: number | null;
            avg_link_speed: number | null;
            /** Format: date-time */
            first_connection: string;
            /** Format: date-time */
            last_connection: string;
        };
        user_body: {
            /** @description id of an organization */
            organization?: number;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            /** @enum {unknown} */
            role?: "admin" | "read_only" | "reports" | "front_desk" | "app" | "subscriber";
            /** @description id of an AAA profile */
            profile?: number | null;
            /** @description further AAA profiles, whose attributes are merged by `priority` with those of `profile` */
            profiles?: number[];
            external_id?: string | null;
            klass?: string | null;
            /** Format: date-time */
            expiration?: string | null;
            /** @description an e-mail address */
            email?: string | null;
            /** @description text that is not blank, without slashes and control characters */
            first_name?: string | null;
            /** @description text that is not blank, without slashes and control characters */
            last_name?: string | null;
            /** @description language of texts for the user: `de`; null: language of its organization */
            language?: string | null;
            attributes?: {
                /** @description sent to the NAS with an accept; the user's own override the profile's */
                reply_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default =
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "+=";
                    /** @description text without control characters */
                    value: string;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when?: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
                check_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default ==
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                    /** @description text without control characters */
                    value: string;
                }[];
            } | null;
            is_active?: boolean;
            /** @description a login by MS-CHAPv2 has to change the password, which needs a reversible password; other methods cannot, and are accepted */
            must_change_password?: boolean;
            password?: string | null;
            /** @description the password as another system stores it, in the place of `password`: `{SCHEME}…` (CLEAR, CRYPT, MD5, SMD5, SHA, SSHA, SHA256 to SSHA512, PBKDF2, NT), `$…$…` of crypt (MD5, SHA-256, SHA-512), bcrypt and argon2, or a hash of Django. The first login that proves it replaces it by argon2id */
            password_hash?: string;
            /** @description store the password sealed as well: CHAP and MS-CHAP (the default of RouterOS for PPP and hotspot) cannot verify the hash. Default: reversible_passwords of the organization; of a user that exists: as before */
            reversible_password?: boolean;
        };
        user_change: {
            /** @description id of an organization */
            organization?: number;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username?: string;
            /** @enum {unknown} */
            role?: "admin" | "read_only" | "reports" | "front_desk" | "app" | "subscriber";
            /** @description id of an AAA profile */
            profile?: number | null;
            /** @description further AAA profiles, whose attributes are merged by `priority` with those of `profile` */
            profiles?: number[];
            external_id?: string | null;
            klass?: string | null;
            /** Format: date-time */
            expiration?: string | null;
            /** @description an e-mail address */
            email?: string | null;
            /** @description text that is not blank, without slashes and control characters */
            first_name?: string | null;
            /** @description text that is not blank, without slashes and control characters */
            last_name?: string | null;
            /** @description language of texts for the user: `de`; null: language of its organization */
            language?: string | null;
            attributes?: {
                /** @description sent to the NAS with an accept; the user's own override the profile's */
                reply_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default =
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "+=";
                    /** @description text without control characters */
                    value: string;
                    /** @description the item is only sent where all of these hold; left out: always */
                    when?: {
                        /**
                         * @description name of the AAA client
                         * @example lobby
                         */
                        client?: string;
                        /**
                         * @description `nas_group` of the AAA client
                         * @example hotel
                         */
                        nas_group?: string;
                        /**
                         * @description the name of the wireless network in Called-Station-Id
                         * @example guests
                         */
                        ssid?: string;
                        /**
                         * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                         * @example Wk0800-1800
                         */
                        time?: string;
                    };
                }[];
                /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
                check_attributes?: {
                    /** @description position in the list, from 1; assigned by the gateway */
                    id?: number;
                    /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                    attribute: string;
                    /**
                     * @default ==
                     * @enum {unknown}
                     */
                    op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                    /** @description text without control characters */
                    value: string;
                }[];
            } | null;
            is_active?: boolean;
            /** @description a login by MS-CHAPv2 has to change the password, which needs a reversible password; other methods cannot, and are accepted */
            must_change_password?: boolean;
            password?: string | null;
            /** @description the password as another system stores it, in the place of `password`: `{SCHEME}…` (CLEAR, CRYPT, MD5, SMD5, SHA, SSHA, SHA256 to SSHA512, PBKDF2, NT), `$…$…` of crypt (MD5, SHA-256, SHA-512), bcrypt and argon2, or a hash of Django. The first login that proves it replaces it by argon2id */
            password_hash?: string;
            /** @description store the password sealed as well: CHAP and MS-CHAP (the default of RouterOS for PPP and hotspot) cannot verify the hash. Default: reversible_passwords of the organization; of a user that exists: as before */
            reversible_password?: boolean;
        };
        session_body: {
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            password: string;
            /** @description six digits of the authenticator app, or a recovery code */
            totp?: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "user": 1,
         *       "username": "room-101",
         *       "name": "Seaview",
         *       "devices": 1,
         *       "created": "2026-01-31T12:00:00Z",
         *       "key": ""
         *     }
         */
        user_key_written: {
            /** @description assigned by the gateway */
            id: number;
            /** @description the user's */
            organization: number;
            /** @description id of a user, or the user of a voucher */
            user: number;
            username: string;
            /** @description what the key is for, such as the room */
            name: string;
            /** @description devices that use it */
            devices: number;
            /** Format: date-time */
            created: string;
            /** @description the key, if it was generated; shown only here */
            key?: string;
        };
        user_key_body: {
            /** @description id of a user, or the user of a voucher */
            user: number;
            /** @description what the key is for, such as the room */
            name?: string;
            /** @description printable ASCII, used by no other key of the organization; default: a key that can be said, which the reply shows */
            key?: string;
        };
        user_key_change: {
            /** @description what the key is for, such as the room */
            name?: string;
        };
        pms_link_body: {
            /** @description id of an organization; its guests log in at the access points of it and of all below it, except where a nearer organization has a link */
            organization?: number;
            /** @description id of a location: its guests log in only at its access points; null: everywhere */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            host: string;
            /** @description of its FIAS interface */
            port: number;
            /**
             * @description of names; older systems use the code page of Windows
             * @enum {unknown}
             */
            encoding?: "utf-8" | "windows-1252";
            /** @description id of the AAA profile of guests; null: none */
            profile?: number | null;
            /** @description what is posted to the room at the login of a guest, in the smallest unit of the currency of the hotel system; null: the network is free */
            charge_amount?: number | null;
            /** @description of the charge on the bill */
            charge_text?: string | null;
            /**
             * @description stay: one charge until check-out; day: one for each day with a login
             * @enum {unknown}
             */
            charge_period?: "stay" | "day";
            /** @description how long a guest, its user and its charges are kept after check-out; they are then deleted */
            keep_days?: number;
            is_active?: boolean;
            description?: string;
        };
        pms_link_change: {
            /** @description id of an organization; its guests log in at the access points of it and of all below it, except where a nearer organization has a link */
            organization?: number;
            /** @description id of a location: its guests log in only at its access points; null: everywhere */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            host?: string;
            /** @description of its FIAS interface */
            port?: number;
            /**
             * @description of names; older systems use the code page of Windows
             * @enum {unknown}
             */
            encoding?: "utf-8" | "windows-1252";
            /** @description id of the AAA profile of guests; null: none */
            profile?: number | null;
            /** @description what is posted to the room at the login of a guest, in the smallest unit of the currency of the hotel system; null: the network is free */
            charge_amount?: number | null;
            /** @description of the charge on the bill */
            charge_text?: string | null;
            /**
             * @description stay: one charge until check-out; day: one for each day with a login
             * @enum {unknown}
             */
            charge_period?: "stay" | "day";
            /** @description how long a guest, its user and its charges are kept after check-out; they are then deleted */
            keep_days?: number;
            is_active?: boolean;
            description?: string;
        };
        location_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of a location */
            parent?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            address?: string | null;
            city?: string | null;
            state?: string | null;
            postal_code?: string | null;
            /** @description two capital letters (ISO 3166-1) */
            country?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            /**
             * Format: time-zone
             * @description IANA name, used for Login-Time and for times without an offset; null: time zone of its parent, else of the organization
             */
            time_zone?: string | null;
            is_active?: boolean;
        };
        location_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of a location */
            parent?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            address?: string | null;
            city?: string | null;
            state?: string | null;
            postal_code?: string | null;
            /** @description two capital letters (ISO 3166-1) */
            country?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            /**
             * Format: time-zone
             * @description IANA name, used for Login-Time and for times without an offset; null: time zone of its parent, else of the organization
             */
            time_zone?: string | null;
            is_active?: boolean;
        };
        /**
         * @example {
         *       "secret": "a secret of 22 octets!",
         *       "uri": ""
         *     }
         */
        user_totp_written: {
            /** @description base32, to be typed into an authenticator app */
            secret: string;
            /** @description `otpauth://…`, for a QR code */
            uri: string;
        };
        user_totp_body: {
            password: string;
        };
        user_extra_body: {
            /** @description id of a user */
            parent: number;
            /** @enum {string|null} */
            gender?: "m" | "f" | "o" | null;
            /** @enum {string|null} */
            age_range?: "0-17" | "18-24" | "25-34" | "35-44" | "45-54" | "55-64" | "65+" | null;
            /** @description a date such as 1990-12-31 */
            birthday?: string | null;
            address?: string | null;
            city?: string | null;
            state?: string | null;
            country?: string | null;
            hometown?: string | null;
            telephone?: string | null;
            company?: string | null;
            title?: string | null;
            tax_id?: string | null;
            passport_number?: string | null;
            country_id?: string | null;
            custom1?: string | null;
            custom2?: string | null;
            custom3?: string | null;
            custom4?: string | null;
            custom5?: string | null;
            custom6?: string | null;
            custom7?: string | null;
            custom8?: string | null;
        };
        user_extra_change: {
            /** @description id of a user */
            parent?: number;
            /** @enum {string|null} */
            gender?: "m" | "f" | "o" | null;
            /** @enum {string|null} */
            age_range?: "0-17" | "18-24" | "25-34" | "35-44" | "45-54" | "55-64" | "65+" | null;
            /** @description a date such as 1990-12-31 */
            birthday?: string | null;
            address?: string | null;
            city?: string | null;
            state?: string | null;
            country?: string | null;
            hometown?: string | null;
            telephone?: string | null;
            company?: string | null;
            title?: string | null;
            tax_id?: string | null;
            passport_number?: string | null;
            country_id?: string | null;
            custom1?: string | null;
            custom2?: string | null;
            custom3?: string | null;
            custom4?: string | null;
            custom5?: string | null;
            custom6?: string | null;
            custom7?: string | null;
            custom8?: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "kind": "api",
         *       "user": 1,
         *       "username": "room-101",
         *       "organization": 1,
         *       "organization_name": "",
         *       "name": "Seaview",
         *       "code": null,
         *       "profile": 1,
         *       "external_id": null,
         *       "klass": null,
         *       "batch": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "time": 1,
         *       "octets": 1,
         *       "burn": "online",
         *       "location": 1,
         *       "valid_from": "2026-01-31T12:00:00Z",
         *       "devices": 1,
         *       "price": null,
         *       "expiration": "2026-01-31T12:00:00Z",
         *       "until_checkout": true,
         *       "is_active": true,
         *       "read_only": true,
         *       "first_used": "2026-01-31T12:00:00Z",
         *       "last_used": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "token": "",
         *       "password": "correct horse",
         *       "warnings": [
         *         ""
         *       ]
         *     }
         */
        user_token_written: {
            /** @description assigned by the gateway */
            id: number;
            /** @enum {unknown} */
            kind: "api" | "network";
            /** @description id of the user */
            user: number;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            organization: number;
            organization_name: string;
            name: string;
            /** @description `network` tokens: the user name to log in with */
            code: string | null;
            /** @description id of the user's AAA profile */
            profile: number | null;
            external_id: string | null;
            klass: string | null;
            /**
             * Format: uuid
             * @description the tokens made by one request
             */
            batch: string | null;
            /** @description `network` tokens: seconds of credit */
            time: number | null;
            /** @description `network` tokens: octets of credit */
            octets: number | null;
            /**
             * @description `network` tokens: `online` uses up `time` while sessions are open, `first_use` from the first login on
             * @enum {string|null}
             */
            burn: "online" | "first_use" | null;
            /** @description `network` tokens: id of the location that it is limited to; null: any */
            location: number | null;
            /**
             * Format: date-time
             * @description `network` tokens: lets in from then on
             */
            valid_from: string | null;
            /** @description `network` tokens: devices at a time; null: as the profile says */
            devices: number | null;
            /** @description `network` tokens: as it is printed */
            price: string | null;
            /** Format: date-time */
            expiration: string | null;
            /** @description `network` tokens: true: `expiration` is the check-out of a day */
            until_checkout: boolean;
            is_active: boolean;
            /** @description `api` tokens: true permits GET only */
            read_only: boolean;
            /** Format: date-time */
            first_used: string | null;
            /** Format: date-time */
            last_used: string | null;
            /** Format: date-time */
            created: string;
            /** @description the bearer token of an `api` token; shown only here */
            token?: string;
            /** @description the password, if one was to be generated; shown only here */
            password?: string;
            /** @description limits that access points of the site do not carry out, as far as their vendors are known: by portal controllers, and by `vendor` of access points; only in the reply of a change */
            warnings?: string[];
        };
        user_token_body: {
            /**
             * @description the default is network with a credit (`time`, `octets`), else api
             * @enum {unknown}
             */
            kind?: "api" | "network";
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username?: string;
            name?: string;
            /**
             * Format: date-time
             * @description without an offset, local time of the site; a date includes its day
             */
            expiration?: string | null;
            is_active?: boolean;
            /** @description id of a user; the caller if neither this nor `username` is present */
            user?: number;
            /** @description true: only GET is permitted */
            read_only?: boolean;
            password?: string;
            /** @description id of an organization */
            organization?: number;
            /** @description id of an AAA profile */
            profile?: number | null;
            external_id?: string | null;
            klass?: string | null;
            /** @description seconds of credit */
            time?: number | null;
            /** @description octets of credit, both directions together */
            octets?: number | null;
            /**
             * @description how `time` is used up: `online` (default) while sessions are open, `first_use` from the first login on
             * @enum {unknown}
             */
            burn?: "online" | "first_use";
            /** @description id of the location that it is limited to, with those below it */
            location?: number | null;
            /**
             * Format: date-time
             * @description lets in from then on; without an offset, local time; of a date, its begin
             */
            valid_from?: string | null;
            /** @description devices at a time; null: as the profile says */
            devices?: number | null;
            /** @description as it is printed: 5.00 EUR */
            price?: string | null;
            /** @description true: `expiration` is a date, at whose check-out time it ends */
            until_checkout?: boolean;
            /** @description `network` tokens to make; the reply is the list of them, which share a `batch`, or with `Accept: application/pdf` their sheet */
            count?: number;
            /** @description true: the code needs a password, which is generated and shown once */
            generate_password?: boolean;
            /** @description prefix of the codes: digits and capital letters */
            prefix?: string;
            /** @description random characters of a code; the default is 12 */
            length?: number;
            /** @description the characters of the codes: digits and capital letters; the default leaves out characters that look alike */
            alphabet?: string;
        };
        user_token_change: {
            /**
             * @description the default is network with a credit (`time`, `octets`), else api
             * @enum {unknown}
             */
            kind?: "api" | "network";
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username?: string;
            name?: string;
            /**
             * Format: date-time
             * @description without an offset, local time of the site; a date includes its day
             */
            expiration?: string | null;
            is_active?: boolean;
            /** @description id of a user; the caller if neither this nor `username` is present */
            user?: number;
            /** @description true: only GET is permitted */
            read_only?: boolean;
            password?: string;
            /** @description id of an organization */
            organization?: number;
            /** @description id of an AAA profile */
            profile?: number | null;
            external_id?: string | null;
            klass?: string | null;
            /** @description seconds of credit */
            time?: number | null;
            /** @description octets of credit, both directions together */
            octets?: number | null;
            /**
             * @description how `time` is used up: `online` (default) while sessions are open, `first_use` from the first login on
             * @enum {unknown}
             */
            burn?: "online" | "first_use";
            /** @description id of the location that it is limited to, with those below it */
            location?: number | null;
            /**
             * Format: date-time
             * @description lets in from then on; without an offset, local time; of a date, its begin
             */
            valid_from?: string | null;
            /** @description devices at a time; null: as the profile says */
            devices?: number | null;
            /** @description as it is printed: 5.00 EUR */
            price?: string | null;
            /** @description true: `expiration` is a date, at whose check-out time it ends */
            until_checkout?: boolean;
        };
        aaa_client_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * Format: network
             * @description source address of its packets, or a network of them, in any spelling; the longest prefix wins
             */
            address: string;
            /** @description shared secret, needed over UDP: 8 octets at least; 13 and more are safe. Over TLS both sides take `radsec` */
            secret?: string;
            /**
             * @description transport of its packets: UDP or TLS (RadSec); one address may have a client of each
             * @enum {unknown}
             */
            transport?: "udp" | "tls";
            /** @description over TLS, a name in its certificate: a DNS name or IP address of subjectAltName, or the Common Name; null: any certificate of the CA */
            tls_name?: string | null;
            nas_identifier?: string | null;
            /** @description a group of NASes, which `when` of reply items names; null: none */
            nas_group?: string | null;
            /**
             * @description the vendor whose attributes give it the Wi-Fi keys of devices that it asks about by their address; null: it gets none
             * @enum {unknown}
             */
            wifi_keys?: "aruba" | "cisco" | "hostapd" | "meraki" | "mikrotik" | "omada" | "ruckus" | "unifi" | null;
            /** @description networks whose devices get Wi-Fi keys; a device of another network is no user of a key; empty: all networks */
            wifi_key_ssids?: string[];
            /** @description methods of EAP that devices behind it may use, by network; the first rule that fits counts, and of its methods those in radius.eap.methods; empty: all of those */
            eap_methods?: {
                /**
                 * @description network that the rule is for; absent: any
                 * @example Aurora
                 */
                ssid?: string;
                /** @description permitted methods, the one offered first before the others */
                methods: ("ttls" | "peap" | "tls")[];
            }[];
            /** @description further organizations whose access points and users count for its sessions, without the organizations below them */
            serves?: number[];
            description?: string;
            /** @enum {unknown} */
            require_message_authenticator?: "auto" | "yes" | "no";
            /** @enum {unknown} */
            limit_proxy_state?: "auto" | "yes" | "no";
            /** @description port for CoA and Disconnect over UDP; over TLS they use the connection that the client has opened */
            coa_port?: number;
            is_active?: boolean;
        };
        aaa_client_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /**
             * Format: network
             * @description source address of its packets, or a network of them, in any spelling; the longest prefix wins
             */
            address?: string;
            /** @description shared secret, needed over UDP: 8 octets at least; 13 and more are safe. Over TLS both sides take `radsec` */
            secret?: string;
            /**
             * @description transport of its packets: UDP or TLS (RadSec); one address may have a client of each
             * @enum {unknown}
             */
            transport?: "udp" | "tls";
            /** @description over TLS, a name in its certificate: a DNS name or IP address of subjectAltName, or the Common Name; null: any certificate of the CA */
            tls_name?: string | null;
            nas_identifier?: string | null;
            /** @description a group of NASes, which `when` of reply items names; null: none */
            nas_group?: string | null;
            /**
             * @description the vendor whose attributes give it the Wi-Fi keys of devices that it asks about by their address; null: it gets none
             * @enum {unknown}
             */
            wifi_keys?: "aruba" | "cisco" | "hostapd" | "meraki" | "mikrotik" | "omada" | "ruckus" | "unifi" | null;
            /** @description networks whose devices get Wi-Fi keys; a device of another network is no user of a key; empty: all networks */
            wifi_key_ssids?: string[];
            /** @description methods of EAP that devices behind it may use, by network; the first rule that fits counts, and of its methods those in radius.eap.methods; empty: all of those */
            eap_methods?: {
                /**
                 * @description network that the rule is for; absent: any
                 * @example Aurora
                 */
                ssid?: string;
                /** @description permitted methods, the one offered first before the others */
                methods: ("ttls" | "peap" | "tls")[];
            }[];
            /** @description further organizations whose access points and users count for its sessions, without the organizations below them */
            serves?: number[];
            description?: string;
            /** @enum {unknown} */
            require_message_authenticator?: "auto" | "yes" | "no";
            /** @enum {unknown} */
            limit_proxy_state?: "auto" | "yes" | "no";
            /** @description port for CoA and Disconnect over UDP; over TLS they use the connection that the client has opened */
            coa_port?: number;
            is_active?: boolean;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "Seaview",
         *       "description": "",
         *       "priority": 0,
         *       "reply_attributes": [
         *         {
         *           "id": 1,
         *           "attribute": "Session-Timeout",
         *           "op": "=",
         *           "value": "3600",
         *           "when": {
         *             "client": "lobby",
         *             "nas_group": "hotel",
         *             "ssid": "guests",
         *             "time": "Wk0800-1800"
         *           }
         *         }
         *       ],
         *       "check_attributes": [
         *         {
         *           "id": 1,
         *           "attribute": "Session-Timeout",
         *           "op": "==",
         *           "value": "3600"
         *         }
         *       ],
         *       "vlan": 1,
         *       "address_pools": [
         *         1
         *       ],
         *       "eap_methods": [
         *         "ttls"
         *       ],
         *       "on_limit": "disconnect",
         *       "limit_attributes": [
         *         {
         *           "id": 1,
         *           "attribute": "Session-Timeout",
         *           "op": "=",
         *           "value": "3600",
         *           "when": {
         *             "client": "lobby",
         *             "nas_group": "hotel",
         *             "ssid": "guests",
         *             "time": "Wk0800-1800"
         *           }
         *         }
         *       ],
         *       "reject_message": "none",
         *       "reject_text": null,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z",
         *       "warnings": [
         *         ""
         *       ]
         *     }
         */
        aaa_profile_written: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /** @description of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one */
            priority: number;
            /** @description sent to the NAS with an accept; the user's own override the profile's */
            reply_attributes: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
            check_attributes: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default ==
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                /** @description text without control characters */
                value: string;
            }[];
            /** @description VLAN of its users, sent as Tunnel-Type, Tunnel-Medium-Type and Tunnel-Private-Group-Id (RFC 3580 section 3.31); null: the NAS decides */
            vlan: number | null;
            /** @description pools that give its users addresses, by kind; of one kind the next gives one when the one before it has none left */
            address_pools: number[];
            /** @description methods of EAP that its users may use; of several profiles the one counts that goes before the others and has some; empty: all */
            eap_methods: ("ttls" | "peap" | "tls")[];
            /**
             * @description the consequence of a used-up quota (time or octets): `disconnect` ends the session and rejects the next login; `coa` sends `limit_attributes` to the session until the quota resets, and accepts logins with them
             * @enum {unknown}
             */
            on_limit: "disconnect" | "coa";
            /** @description sent when a quota is used up; override the attributes of profile and user: a lower rate, or the filter or redirect of a walled garden */
            limit_attributes: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /**
             * @description Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: as its organization
             * @enum {unknown}
             */
            reject_message: "none" | "reason" | "text" | null;
            /** @description the text, if reject_message is `text` */
            reject_text: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
            /** @description limits that access points of the site do not carry out, as far as their vendors are known: by portal controllers, and by `vendor` of access points; only in the reply of a change */
            warnings?: string[];
        };
        aaa_profile_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            /** @description of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one */
            priority?: number;
            /** @description sent to the NAS with an accept; the user's own override the profile's */
            reply_attributes?: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
            check_attributes?: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default ==
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                /** @description text without control characters */
                value: string;
            }[];
            /** @description VLAN of its users, sent as Tunnel-Type, Tunnel-Medium-Type and Tunnel-Private-Group-Id (RFC 3580 section 3.31); null: the NAS decides */
            vlan?: number | null;
            /** @description pools that give its users addresses, by kind; of one kind the next gives one when the one before it has none left */
            address_pools?: number[];
            /** @description methods of EAP that its users may use; of several profiles the one counts that goes before the others and has some; empty: all */
            eap_methods?: ("ttls" | "peap" | "tls")[];
            /**
             * @description the consequence of a used-up quota (time or octets): `disconnect` ends the session and rejects the next login; `coa` sends `limit_attributes` to the session until the quota resets, and accepts logins with them
             * @enum {unknown}
             */
            on_limit?: "disconnect" | "coa";
            /** @description sent when a quota is used up; override the attributes of profile and user: a lower rate, or the filter or redirect of a walled garden */
            limit_attributes?: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /**
             * @description Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: as its organization
             * @enum {unknown}
             */
            reject_message?: "none" | "reason" | "text" | null;
            /** @description the text, if reject_message is `text` */
            reject_text?: string | null;
        };
        aaa_profile_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            /** @description of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one */
            priority?: number;
            /** @description sent to the NAS with an accept; the user's own override the profile's */
            reply_attributes?: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /** @description compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions) */
            check_attributes?: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default ==
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "==" | "+=" | "!=" | ">" | ">=" | "<" | "<=" | "=~" | "!~" | "=*" | "!*";
                /** @description text without control characters */
                value: string;
            }[];
            /** @description VLAN of its users, sent as Tunnel-Type, Tunnel-Medium-Type and Tunnel-Private-Group-Id (RFC 3580 section 3.31); null: the NAS decides */
            vlan?: number | null;
            /** @description pools that give its users addresses, by kind; of one kind the next gives one when the one before it has none left */
            address_pools?: number[];
            /** @description methods of EAP that its users may use; of several profiles the one counts that goes before the others and has some; empty: all */
            eap_methods?: ("ttls" | "peap" | "tls")[];
            /**
             * @description the consequence of a used-up quota (time or octets): `disconnect` ends the session and rejects the next login; `coa` sends `limit_attributes` to the session until the quota resets, and accepts logins with them
             * @enum {unknown}
             */
            on_limit?: "disconnect" | "coa";
            /** @description sent when a quota is used up; override the attributes of profile and user: a lower rate, or the filter or redirect of a walled garden */
            limit_attributes?: {
                /** @description position in the list, from 1; assigned by the gateway */
                id?: number;
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /**
                 * @default =
                 * @enum {unknown}
                 */
                op?: "=" | ":=" | "+=";
                /** @description text without control characters */
                value: string;
                /** @description the item is only sent where all of these hold; left out: always */
                when?: {
                    /**
                     * @description name of the AAA client
                     * @example lobby
                     */
                    client?: string;
                    /**
                     * @description `nas_group` of the AAA client
                     * @example hotel
                     */
                    nas_group?: string;
                    /**
                     * @description the name of the wireless network in Called-Station-Id
                     * @example guests
                     */
                    ssid?: string;
                    /**
                     * @description times of the week by the clocks of the site, as Login-Time: Wk0800-1800,Sa
                     * @example Wk0800-1800
                     */
                    time?: string;
                };
            }[];
            /**
             * @description Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: as its organization
             * @enum {unknown}
             */
            reject_message?: "none" | "reason" | "text" | null;
            /** @description the text, if reject_message is `text` */
            reject_text?: string | null;
        };
        user_source_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description servers of the directory, tried in this order */
            addresses: string[];
            /** @description null: 636 with TLS, else 389 */
            port?: number | null;
            /**
             * @description tls: from the begin (ldaps); starttls; none: passwords cross the network in clear
             * @enum {unknown}
             */
            protection?: "tls" | "starttls" | "none";
            /** @description PEM; CAs of its certificate; null: the public ones */
            tls_ca?: string | null;
            /** @description name that its certificate must contain; null: its address */
            tls_server_name?: string | null;
            /** @description who searches; null: anonymous */
            bind_dn?: string | null;
            bind_password?: string | null;
            /** @description where people are searched */
            base_dn: string;
            /**
             * @description the attribute with the user name: `uid`, in Active Directory `sAMAccountName`
             * @example uid
             */
            username_attribute?: string;
            /** @description RFC 4515; finds the entry of `{username}`; null: by `username_attribute` alone */
            user_filter?: string | null;
            /** @description where groups are searched; null: `base_dn` */
            group_base_dn?: string | null;
            /** @description RFC 4515; finds the groups of `{dn}` or `{username}`; null: `memberOf` of the entry has them */
            group_filter?: string | null;
            /** @description profiles of the members of groups; the first group of a person gives `profile` of the user, the others `profiles` */
            groups?: {
                /**
                 * @description its DN, or its common name
                 * @example staff
                 */
                group: string;
                /**
                 * @description name of an AAA profile
                 * @example staff
                 */
                profile: string;
            }[];
            /** @description true: only members of one of `groups` may log in */
            requires_group?: boolean;
            /** @description id of the AAA profile of a person in none of `groups`; null: the user keeps what it has */
            profile?: number | null;
            /** @description the lowest is asked first; of equal ones, the oldest */
            priority?: number;
            /** @description limit of the connection to a server, and of each question */
            timeout_seconds?: number;
            /** @description how long the last right password of a person counts while no server answers; 0: it does not */
            cache_hours?: number;
            is_active?: boolean;
            description?: string;
        };
        user_source_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /** @description servers of the directory, tried in this order */
            addresses?: string[];
            /** @description null: 636 with TLS, else 389 */
            port?: number | null;
            /**
             * @description tls: from the begin (ldaps); starttls; none: passwords cross the network in clear
             * @enum {unknown}
             */
            protection?: "tls" | "starttls" | "none";
            /** @description PEM; CAs of its certificate; null: the public ones */
            tls_ca?: string | null;
            /** @description name that its certificate must contain; null: its address */
            tls_server_name?: string | null;
            /** @description who searches; null: anonymous */
            bind_dn?: string | null;
            bind_password?: string | null;
            /** @description where people are searched */
            base_dn?: string;
            /**
             * @description the attribute with the user name: `uid`, in Active Directory `sAMAccountName`
             * @example uid
             */
            username_attribute?: string;
            /** @description RFC 4515; finds the entry of `{username}`; null: by `username_attribute` alone */
            user_filter?: string | null;
            /** @description where groups are searched; null: `base_dn` */
            group_base_dn?: string | null;
            /** @description RFC 4515; finds the groups of `{dn}` or `{username}`; null: `memberOf` of the entry has them */
            group_filter?: string | null;
            /** @description profiles of the members of groups; the first group of a person gives `profile` of the user, the others `profiles` */
            groups?: {
                /**
                 * @description its DN, or its common name
                 * @example staff
                 */
                group: string;
                /**
                 * @description name of an AAA profile
                 * @example staff
                 */
                profile: string;
            }[];
            /** @description true: only members of one of `groups` may log in */
            requires_group?: boolean;
            /** @description id of the AAA profile of a person in none of `groups`; null: the user keeps what it has */
            profile?: number | null;
            /** @description the lowest is asked first; of equal ones, the oldest */
            priority?: number;
            /** @description limit of the connection to a server, and of each question */
            timeout_seconds?: number;
            /** @description how long the last right password of a person counts while no server answers; 0: it does not */
            cache_hours?: number;
            is_active?: boolean;
            description?: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "location": 1,
         *       "name": "Seaview",
         *       "title": null,
         *       "welcome": null,
         *       "languages": [
         *         "en"
         *       ],
         *       "translations": [
         *         {
         *           "language": "en",
         *           "title": null,
         *           "welcome": null,
         *           "terms": null
         *         }
         *       ],
         *       "login_kinds": [
         *         "user"
         *       ],
         *       "terms": null,
         *       "terms_version": null,
         *       "terms_user": 1,
         *       "theme": "plain",
         *       "scheme": "auto",
         *       "guest_profile": 1,
         *       "login_options": {
         *         "email": {
         *           "domains": [
         *             "example.net"
         *           ],
         *           "grace_minutes": 0
         *         },
         *         "sms": {
         *           "prefixes": [
         *             "+43"
         *           ],
         *           "max_per_hour": 1
         *         },
         *         "sponsor": {
         *           "addresses": [
         *             "reception@example.net"
         *           ],
         *           "domains": [
         *             "example.net"
         *           ],
         *           "hours": 1,
         *           "wait_minutes": 5
         *         },
         *         "payment": {
         *           "prices": [
         *             {
         *               "name": "Seaview",
         *               "amount": 500,
         *               "currency": "EUR",
         *               "time": 60,
         *               "octets": 1,
         *               "devices": 1
         *             }
         *           ]
         *         }
         *       },
         *       "payment_url": null,
         *       "look": {
         *         "color": "#0b5fff",
         *         "logo": "data:image/png;base64,iVBORw0KGgo=",
         *         "logo_text": "",
         *         "font": "data:font/woff2;base64,d09GMg=="
         *       },
         *       "background": "#1b3a57",
         *       "css": null,
         *       "links": [
         *         {
         *           "text": "Privacy",
         *           "url": "https://www.example.com/privacy"
         *         }
         *       ],
         *       "is_active": true,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z",
         *       "warnings": [
         *         ""
         *       ]
         *     }
         */
        portal_page_written: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a page. Users of the organization and of all below it log in here */
            organization: number;
            /** @description id of a location: serves only its access points, ahead of a page without a location; null: all */
            location: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description heading; null: standard heading of the language */
            title: string | null;
            /** @description text below the heading */
            welcome: string | null;
            /** @description languages that are offered; a guest with another language gets the first one; empty: all languages */
            languages: string[];
            /** @description texts of the page for guests who read it in another language */
            translations: {
                /** @example en */
                language: string;
                /** @description null: title of the page */
                title?: string | null;
                /** @description null: text of the page */
                welcome?: string | null;
                /** @description null: terms of the page; a translation has their version */
                terms?: string | null;
            }[];
            /** @description in their order on the page */
            login_kinds: ("user" | "voucher" | "terms" | "email" | "sms" | "sponsor" | "oidc" | "payment" | "room")[];
            /** @description text that a guest must accept; null: no terms */
            terms: string | null;
            /** @description is logged with each login; null: the time of the last change */
            terms_version: string | null;
            /** @description id of the user that guests are logged in as who only accept the terms */
            terms_user: number | null;
            /**
             * @description colours, letters, layout and picture
             * @enum {unknown}
             */
            theme: "plain" | "hotel" | "cafe" | "campus" | "transport";
            /**
             * @description auto: as the system of the guest has it
             * @enum {unknown}
             */
            scheme: "auto" | "light" | "dark";
            /** @description id of the AAA profile of guests who become users by their first login here; null: no limits */
            guest_profile: number | null;
            /** @description settings of login kinds, by kind */
            login_options: {
                email?: {
                    /** @description domains that an address must be of; empty: any */
                    domains?: string[];
                    /** @description time on line before the code, to read the mail, once a day for a device and an address; default: 0, none */
                    grace_minutes?: number;
                };
                sms?: {
                    /** @description beginnings of numbers that may log in, such as country codes; empty: any */
                    prefixes?: string[];
                    /** @description messages that the page sends within an hour; default: 200 */
                    max_per_hour?: number;
                };
                sponsor?: {
                    /** @description mail addresses of those who may let guests in, in lower case */
                    addresses?: string[];
                    /** @description domains whose mail addresses may let guests in */
                    domains?: string[];
                    /** @description how long a guest is let in from the approval on; default: 24 */
                    hours?: number;
                    /** @description how long a request waits for its sponsor; default: 60 */
                    wait_minutes?: number;
                };
                payment?: {
                    prices: {
                        /** @example One day */
                        name: string;
                        /**
                         * @description in the smallest unit of the currency
                         * @example 500
                         */
                        amount: number;
                        /**
                         * @description ISO 4217
                         * @example EUR
                         */
                        currency: string;
                        /** @description seconds from the first login on; default: no limit */
                        time?: number;
                        /** @description default: no limit */
                        octets?: number;
                        devices?: number;
                    }[];
                };
            };
            /** @description API of the payment provider; null: https://api.stripe.com */
            payment_url: string | null;
            look: {
                /**
                 * @description of buttons, as #rrggbb
                 * @example #0b5fff
                 */
                color?: string;
                /**
                 * @description a picture of 1 MiB at most (PNG, JPEG, GIF, WebP or SVG, without its scripts) as a data URL; a reply has the address of the stored file, which is accepted as well
                 * @example data:image/png;base64,iVBORw0KGgo=
                 */
                logo?: string;
                /** @description alternative text of the logo, for screen readers */
                logo_text?: string;
                /**
                 * @description of all texts: a file of 1 MiB at most (WOFF2, WOFF, TrueType), as the logo
                 * @example data:font/woff2;base64,d09GMg==
                 */
                font?: string;
            };
            /**
             * @description behind the welcome, in place of the picture of the theme: a colour as #rrggbb, or a picture as the logo
             * @example #1b3a57
             */
            background: string | null;
            /** @description rules that follow those of the theme; they load nothing from elsewhere */
            css: string | null;
            /** @description at the foot of the page */
            links: {
                /** @example Privacy */
                text: string;
                /**
                 * @description of http, https, mailto or tel, or a path
                 * @example https://www.example.com/privacy
                 */
                url: string;
            }[];
            is_active: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
            /** @description limits that access points of the site do not carry out, as far as their vendors are known: by portal controllers, and by `vendor` of access points; only in the reply of a change */
            warnings?: string[];
        };
        portal_page_body: {
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a page. Users of the organization and of all below it log in here */
            organization?: number;
            /** @description id of a location: serves only its access points, ahead of a page without a location; null: all */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description heading; null: standard heading of the language */
            title?: string | null;
            /** @description text below the heading */
            welcome?: string | null;
            /** @description languages that are offered; a guest with another language gets the first one; empty: all languages */
            languages?: string[];
            /** @description texts of the page for guests who read it in another language */
            translations?: {
                /** @example en */
                language: string;
                /** @description null: title of the page */
                title?: string | null;
                /** @description null: text of the page */
                welcome?: string | null;
                /** @description null: terms of the page; a translation has their version */
                terms?: string | null;
            }[];
            /** @description in their order on the page */
            login_kinds?: ("user" | "voucher" | "terms" | "email" | "sms" | "sponsor" | "oidc" | "payment" | "room")[];
            /** @description text that a guest must accept; null: no terms */
            terms?: string | null;
            /** @description is logged with each login; null: the time of the last change */
            terms_version?: string | null;
            /** @description id of the user that guests are logged in as who only accept the terms */
            terms_user?: number | null;
            /**
             * @description colours, letters, layout and picture
             * @enum {unknown}
             */
            theme?: "plain" | "hotel" | "cafe" | "campus" | "transport";
            /**
             * @description auto: as the system of the guest has it
             * @enum {unknown}
             */
            scheme?: "auto" | "light" | "dark";
            /** @description id of the AAA profile of guests who become users by their first login here; null: no limits */
            guest_profile?: number | null;
            /** @description settings of login kinds, by kind */
            login_options?: {
                email?: {
                    /** @description domains that an address must be of; empty: any */
                    domains?: string[];
                    /** @description time on line before the code, to read the mail, once a day for a device and an address; default: 0, none */
                    grace_minutes?: number;
                };
                sms?: {
                    /** @description beginnings of numbers that may log in, such as country codes; empty: any */
                    prefixes?: string[];
                    /** @description messages that the page sends within an hour; default: 200 */
                    max_per_hour?: number;
                };
                sponsor?: {
                    /** @description mail addresses of those who may let guests in, in lower case */
                    addresses?: string[];
                    /** @description domains whose mail addresses may let guests in */
                    domains?: string[];
                    /** @description how long a guest is let in from the approval on; default: 24 */
                    hours?: number;
                    /** @description how long a request waits for its sponsor; default: 60 */
                    wait_minutes?: number;
                };
                payment?: {
                    prices: {
                        /** @example One day */
                        name: string;
                        /**
                         * @description in the smallest unit of the currency
                         * @example 500
                         */
                        amount: number;
                        /**
                         * @description ISO 4217
                         * @example EUR
                         */
                        currency: string;
                        /** @description seconds from the first login on; default: no limit */
                        time?: number;
                        /** @description default: no limit */
                        octets?: number;
                        devices?: number;
                    }[];
                };
            };
            /** @description API of the payment provider; null: https://api.stripe.com */
            payment_url?: string | null;
            /** @description secret key of the account at Stripe */
            payment_key?: string | null;
            /** @description secret that Stripe signs the events of /portal/payment/{id} with */
            payment_webhook_secret?: string | null;
            look?: {
                /**
                 * @description of buttons, as #rrggbb
                 * @example #0b5fff
                 */
                color?: string;
                /**
                 * @description a picture of 1 MiB at most (PNG, JPEG, GIF, WebP or SVG, without its scripts) as a data URL; a reply has the address of the stored file, which is accepted as well
                 * @example data:image/png;base64,iVBORw0KGgo=
                 */
                logo?: string;
                /** @description alternative text of the logo, for screen readers */
                logo_text?: string;
                /**
                 * @description of all texts: a file of 1 MiB at most (WOFF2, WOFF, TrueType), as the logo
                 * @example data:font/woff2;base64,d09GMg==
                 */
                font?: string;
            };
            /**
             * @description behind the welcome, in place of the picture of the theme: a colour as #rrggbb, or a picture as the logo
             * @example #1b3a57
             */
            background?: string | null;
            /** @description rules that follow those of the theme; they load nothing from elsewhere */
            css?: string | null;
            /** @description at the foot of the page */
            links?: {
                /** @example Privacy */
                text: string;
                /**
                 * @description of http, https, mailto or tel, or a path
                 * @example https://www.example.com/privacy
                 */
                url: string;
            }[];
            is_active?: boolean;
        };
        portal_page_change: {
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a page. Users of the organization and of all below it log in here */
            organization?: number;
            /** @description id of a location: serves only its access points, ahead of a page without a location; null: all */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /** @description heading; null: standard heading of the language */
            title?: string | null;
            /** @description text below the heading */
            welcome?: string | null;
            /** @description languages that are offered; a guest with another language gets the first one; empty: all languages */
            languages?: string[];
            /** @description texts of the page for guests who read it in another language */
            translations?: {
                /** @example en */
                language: string;
                /** @description null: title of the page */
                title?: string | null;
                /** @description null: text of the page */
                welcome?: string | null;
                /** @description null: terms of the page; a translation has their version */
                terms?: string | null;
            }[];
            /** @description in their order on the page */
            login_kinds?: ("user" | "voucher" | "terms" | "email" | "sms" | "sponsor" | "oidc" | "payment" | "room")[];
            /** @description text that a guest must accept; null: no terms */
            terms?: string | null;
            /** @description is logged with each login; null: the time of the last change */
            terms_version?: string | null;
            /** @description id of the user that guests are logged in as who only accept the terms */
            terms_user?: number | null;
            /**
             * @description colours, letters, layout and picture
             * @enum {unknown}
             */
            theme?: "plain" | "hotel" | "cafe" | "campus" | "transport";
            /**
             * @description auto: as the system of the guest has it
             * @enum {unknown}
             */
            scheme?: "auto" | "light" | "dark";
            /** @description id of the AAA profile of guests who become users by their first login here; null: no limits */
            guest_profile?: number | null;
            /** @description settings of login kinds, by kind */
            login_options?: {
                email?: {
                    /** @description domains that an address must be of; empty: any */
                    domains?: string[];
                    /** @description time on line before the code, to read the mail, once a day for a device and an address; default: 0, none */
                    grace_minutes?: number;
                };
                sms?: {
                    /** @description beginnings of numbers that may log in, such as country codes; empty: any */
                    prefixes?: string[];
                    /** @description messages that the page sends within an hour; default: 200 */
                    max_per_hour?: number;
                };
                sponsor?: {
                    /** @description mail addresses of those who may let guests in, in lower case */
                    addresses?: string[];
                    /** @description domains whose mail addresses may let guests in */
                    domains?: string[];
                    /** @description how long a guest is let in from the approval on; default: 24 */
                    hours?: number;
                    /** @description how long a request waits for its sponsor; default: 60 */
                    wait_minutes?: number;
                };
                payment?: {
                    prices: {
                        /** @example One day */
                        name: string;
                        /**
                         * @description in the smallest unit of the currency
                         * @example 500
                         */
                        amount: number;
                        /**
                         * @description ISO 4217
                         * @example EUR
                         */
                        currency: string;
                        /** @description seconds from the first login on; default: no limit */
                        time?: number;
                        /** @description default: no limit */
                        octets?: number;
                        devices?: number;
                    }[];
                };
            };
            /** @description API of the payment provider; null: https://api.stripe.com */
            payment_url?: string | null;
            /** @description secret key of the account at Stripe */
            payment_key?: string | null;
            /** @description secret that Stripe signs the events of /portal/payment/{id} with */
            payment_webhook_secret?: string | null;
            look?: {
                /**
                 * @description of buttons, as #rrggbb
                 * @example #0b5fff
                 */
                color?: string;
                /**
                 * @description a picture of 1 MiB at most (PNG, JPEG, GIF, WebP or SVG, without its scripts) as a data URL; a reply has the address of the stored file, which is accepted as well
                 * @example data:image/png;base64,iVBORw0KGgo=
                 */
                logo?: string;
                /** @description alternative text of the logo, for screen readers */
                logo_text?: string;
                /**
                 * @description of all texts: a file of 1 MiB at most (WOFF2, WOFF, TrueType), as the logo
                 * @example data:font/woff2;base64,d09GMg==
                 */
                font?: string;
            };
            /**
             * @description behind the welcome, in place of the picture of the theme: a colour as #rrggbb, or a picture as the logo
             * @example #1b3a57
             */
            background?: string | null;
            /** @description rules that follow those of the theme; they load nothing from elsewhere */
            css?: string | null;
            /** @description at the foot of the page */
            links?: {
                /** @example Privacy */
                text: string;
                /**
                 * @description of http, https, mailto or tel, or a path
                 * @example https://www.example.com/privacy
                 */
                url: string;
            }[];
            is_active?: boolean;
        };
        organization_body: {
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description small letters and digits, with - or _ between them; default: made from the name */
            short_name?: string;
            description?: string;
            /** @description id of an organization */
            parent?: number | null;
            /** @description two capital letters (ISO 3166-1) */
            country?: string | null;
            /**
             * Format: time-zone
             * @description IANA name; null: time zone of its parent; of the root: time zone of the gateway
             */
            time_zone?: string | null;
            platform?: string | null;
            is_active?: boolean;
            /** @description how long rows of this organization and of those below it are kept, where it differs from `retention` of the site: days, and number of rows; the nearest organization that sets a limit wins */
            retention?: {
                accounting?: {
                    days?: number;
                    rows?: number;
                };
                accounting_sums?: {
                    days?: number;
                    rows?: number;
                };
                session_traffic?: {
                    days?: number;
                    rows?: number;
                };
                decisions?: {
                    days?: number;
                    rows?: number;
                };
                packets?: {
                    days?: number;
                    rows?: number;
                };
                changes?: {
                    days?: number;
                    rows?: number;
                };
                metric_log?: {
                    days?: number;
                    rows?: number;
                };
                metric_5min?: {
                    days?: number;
                    rows?: number;
                };
                metric_hour?: {
                    days?: number;
                    rows?: number;
                };
                metric_day?: {
                    days?: number;
                    rows?: number;
                };
                device_log?: {
                    days?: number;
                    rows?: number;
                };
                transactions?: {
                    days?: number;
                    rows?: number;
                };
                configurations?: {
                    days?: number;
                    rows?: number;
                };
                alerts?: {
                    days?: number;
                    rows?: number;
                };
                audit?: {
                    days?: number;
                    rows?: number;
                };
                txlog?: {
                    days?: number;
                    rows?: number;
                };
                page_views?: {
                    days?: number;
                    rows?: number;
                };
                dnsfilter_check?: {
                    days?: number;
                    rows?: number;
                };
                app_logs?: {
                    days?: number;
                    rows?: number;
                };
            };
            /** @description networks that its devices may be in, as far as those above it have them too; null: as its parent. Set by an organization above; the root has all. Addresses of the gateway itself, loopback and link-local ones only where they are named */
            device_networks?: string[] | null;
            /** @description names of the AAA profiles that its front desk may give, which then gives one to every user and voucher; null: as its parent; of the root: any, or none */
            front_desk_profiles?: string[] | null;
            /** @description language of texts for its users who have none: `de`; null: language of its parent; of the root: English */
            language?: string | null;
            /**
             * @description local time at which guests leave: vouchers until check-out end then; null: as its parent; of the root: 11:00
             * @example 11:00
             */
            checkout_time?: string | null;
            /**
             * @description Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: as its parent; of the root: reason
             * @enum {unknown}
             */
            reject_message?: "none" | "reason" | "text" | null;
            /** @description the text, if reject_message is `text` */
            reject_text?: string | null;
            /**
             * @description realms of its own, case-insensitive: in RADIUS `alice@isp.example` is the user `alice`, unless a user has the whole name; null: as its parent; of the root: none
             * @example [
             *       "isp.example"
             *     ]
             */
            local_realms?: string[] | null;
            /**
             * @description removed from the begin of a name in RADIUS, case-insensitive, unless a user has the whole name: `CORP\`, `host/`, or `*\` for any domain; null: as its parent; of the root: none
             * @example [
             *       "CORP\\\\",
             *       "host/"
             *     ]
             */
            name_prefixes?: string[] | null;
            /** @description names in RADIUS find a user whose name differs in the case of A to Z, unless several do; null: as its parent; of the root: false */
            ignore_name_case?: boolean | null;
            /** @description stores the passwords of new users sealed as well, for CHAP and MS-CHAP, unless reversible_password of a user says otherwise; null: as its parent; of the root: false */
            reversible_passwords?: boolean | null;
        };
        organization_change: {
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /** @description small letters and digits, with - or _ between them; default: made from the name */
            short_name?: string;
            description?: string;
            /** @description id of an organization */
            parent?: number | null;
            /** @description two capital letters (ISO 3166-1) */
            country?: string | null;
            /**
             * Format: time-zone
             * @description IANA name; null: time zone of its parent; of the root: time zone of the gateway
             */
            time_zone?: string | null;
            platform?: string | null;
            is_active?: boolean;
            /** @description how long rows of this organization and of those below it are kept, where it differs from `retention` of the site: days, and number of rows; the nearest organization that sets a limit wins */
            retention?: {
                accounting?: {
                    days?: number;
                    rows?: number;
                };
                accounting_sums?: {
                    days?: number;
                    rows?: number;
                };
                session_traffic?: {
                    days?: number;
                    rows?: number;
                };
                decisions?: {
                    days?: number;
                    rows?: number;
                };
                packets?: {
                    days?: number;
                    rows?: number;
                };
                changes?: {
                    days?: number;
                    rows?: number;
                };
                metric_log?: {
                    days?: number;
                    rows?: number;
                };
                metric_5min?: {
                    days?: number;
                    rows?: number;
                };
                metric_hour?: {
                    days?: number;
                    rows?: number;
                };
                metric_day?: {
                    days?: number;
                    rows?: number;
                };
                device_log?: {
                    days?: number;
                    rows?: number;
                };
                transactions?: {
                    days?: number;
                    rows?: number;
                };
                configurations?: {
                    days?: number;
                    rows?: number;
                };
                alerts?: {
                    days?: number;
                    rows?: number;
                };
                audit?: {
                    days?: number;
                    rows?: number;
                };
                txlog?: {
                    days?: number;
                    rows?: number;
                };
                page_views?: {
                    days?: number;
                    rows?: number;
                };
                dnsfilter_check?: {
                    days?: number;
                    rows?: number;
                };
                app_logs?: {
                    days?: number;
                    rows?: number;
                };
            };
            /** @description networks that its devices may be in, as far as those above it have them too; null: as its parent. Set by an organization above; the root has all. Addresses of the gateway itself, loopback and link-local ones only where they are named */
            device_networks?: string[] | null;
            /** @description names of the AAA profiles that its front desk may give, which then gives one to every user and voucher; null: as its parent; of the root: any, or none */
            front_desk_profiles?: string[] | null;
            /** @description language of texts for its users who have none: `de`; null: language of its parent; of the root: English */
            language?: string | null;
            /**
             * @description local time at which guests leave: vouchers until check-out end then; null: as its parent; of the root: 11:00
             * @example 11:00
             */
            checkout_time?: string | null;
            /**
             * @description Reply-Message of an Access-Reject after a right credential: none; the reason (expired, used up, not now, too many devices) in the language of the user; or reject_text. Null: as its parent; of the root: reason
             * @enum {unknown}
             */
            reject_message?: "none" | "reason" | "text" | null;
            /** @description the text, if reject_message is `text` */
            reject_text?: string | null;
            /**
             * @description realms of its own, case-insensitive: in RADIUS `alice@isp.example` is the user `alice`, unless a user has the whole name; null: as its parent; of the root: none
             * @example [
             *       "isp.example"
             *     ]
             */
            local_realms?: string[] | null;
            /**
             * @description removed from the begin of a name in RADIUS, case-insensitive, unless a user has the whole name: `CORP\`, `host/`, or `*\` for any domain; null: as its parent; of the root: none
             * @example [
             *       "CORP\\\\",
             *       "host/"
             *     ]
             */
            name_prefixes?: string[] | null;
            /** @description names in RADIUS find a user whose name differs in the case of A to Z, unless several do; null: as its parent; of the root: false */
            ignore_name_case?: boolean | null;
            /** @description stores the passwords of new users sealed as well, for CHAP and MS-CHAP, unless reversible_password of a user says otherwise; null: as its parent; of the root: false */
            reversible_passwords?: boolean | null;
        };
        wifi_network_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of the location that has the network; null: all of the organization */
            location?: number | null;
            /**
             * @description up to 32 octets in UTF-8
             * @example Aurora Secure
             */
            ssid: string;
            /** @description true: access points do not announce the name */
            is_hidden?: boolean;
            /**
             * @example wpa3_enterprise
             * @enum {unknown}
             */
            security: "wpa2_enterprise" | "wpa3_enterprise" | "wpa3_enterprise_192" | "wpa2_personal" | "wpa3_personal" | "owe" | "open";
            /** @description of 802.1X: methods that profiles may use, the preferred one first; empty: those of radius.eap.methods */
            methods?: ("ttls" | "peap" | "tls")[];
            /** @description of 802.1X: the name in the certificate of the server; null: that of the certificate of this gateway */
            server_name?: string | null;
            /** @description of 802.1X: PEM; CAs of the certificate of the server; null: those of the certificate of this gateway */
            trusted_ca?: string | null;
            /** @description how long the certificates of devices in its profiles are valid */
            certificate_days?: number;
            /**
             * @description of 802.1X: domain of the provider by which devices recognize the network with any SSID (Passpoint); null: no Passpoint
             * @example wifi.example.net
             */
            passpoint_domain?: string | null;
            /** @description of Passpoint: identifiers of organizations, in hexadecimal digits */
            roaming_consortiums?: string[];
            /** @description true: guests get its profile at the portal, once they are logged in */
            is_on_portal?: boolean;
            description?: string;
        };
        wifi_network_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of the location that has the network; null: all of the organization */
            location?: number | null;
            /**
             * @description up to 32 octets in UTF-8
             * @example Aurora Secure
             */
            ssid?: string;
            /** @description true: access points do not announce the name */
            is_hidden?: boolean;
            /**
             * @example wpa3_enterprise
             * @enum {unknown}
             */
            security?: "wpa2_enterprise" | "wpa3_enterprise" | "wpa3_enterprise_192" | "wpa2_personal" | "wpa3_personal" | "owe" | "open";
            /** @description of 802.1X: methods that profiles may use, the preferred one first; empty: those of radius.eap.methods */
            methods?: ("ttls" | "peap" | "tls")[];
            /** @description of 802.1X: the name in the certificate of the server; null: that of the certificate of this gateway */
            server_name?: string | null;
            /** @description of 802.1X: PEM; CAs of the certificate of the server; null: those of the certificate of this gateway */
            trusted_ca?: string | null;
            /** @description how long the certificates of devices in its profiles are valid */
            certificate_days?: number;
            /**
             * @description of 802.1X: domain of the provider by which devices recognize the network with any SSID (Passpoint); null: no Passpoint
             * @example wifi.example.net
             */
            passpoint_domain?: string | null;
            /** @description of Passpoint: identifiers of organizations, in hexadecimal digits */
            roaming_consortiums?: string[];
            /** @description true: guests get its profile at the portal, once they are logged in */
            is_on_portal?: boolean;
            description?: string;
        };
        aaa_fallback_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of the AAA client whose requests it is for; null: all of the organization */
            client?: number | null;
            /** @description the name of the wireless network in Called-Station-Id; null: any, or none */
            ssid?: string | null;
            /** @description id of an AAA profile */
            profile: number;
            description?: string;
        };
        aaa_fallback_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of the AAA client whose requests it is for; null: all of the organization */
            client?: number | null;
            /** @description the name of the wireless network in Called-Station-Id; null: any, or none */
            ssid?: string | null;
            /** @description id of an AAA profile */
            profile?: number;
            description?: string;
        };
        aaa_upstream_body: {
            /** @description id of an organization; serves the clients of it and of all below it, except where a nearer organization has upstreams of its own */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            address: string;
            auth_port?: number;
            acct_port?: number;
            tls_port?: number;
            /**
             * @description tls: RadSec (RFC 6614)
             * @enum {unknown}
             */
            transport?: "udp" | "tls";
            /** @description shared secret; null over tls: `radsec` */
            secret?: string | null;
            /**
             * @description whether replies over UDP need a Message-Authenticator: yes, no, or auto: from the first reply that has one. A reply without it can be forged by whoever is on the way (CVE-2024-3596, BlastRADIUS): prefer TLS, or an upstream that signs
             * @enum {unknown}
             */
            require_message_authenticator?: "auto" | "yes" | "no";
            /** @description serves users `...@realm`, case-insensitive; null: serves every user who is not stored here */
            realm?: string | null;
            /** @description removes the realm from User-Name, except in requests with EAP or MS-CHAPv2, which depend on the whole name */
            strip_realm?: boolean;
            /**
             * @description where EAP of its users ends: at the upstream, or at the gateway (`radius.eap`), which sends the login inside of TTLS or PEAP to the upstream as PAP, CHAP, MS-CHAP or MS-CHAPv2
             * @enum {unknown}
             */
            eap?: "proxied" | "terminated";
            handles_authentication?: boolean;
            handles_accounting?: boolean;
            /** @description authenticates logins at the captive portal by name and password: users of its realm, or users without a password here; the first login creates a user of the organization */
            portal_authentication?: boolean;
            /** @description id of the AAA profile of such users at their first login */
            portal_profile?: number | null;
            /** @description sends it accounting of captive portal sessions; off by default, since most NASes send accounting of their own */
            portal_accounting?: boolean;
            /** @description the lowest is tried first; of equal ones, the oldest */
            priority?: number;
            /** @description PEM; the CA of its certificate */
            tls_ca?: string | null;
            /** @description PEM; the client certificate that the gateway presents */
            tls_certificate?: string | null;
            /** @description PEM; the private key of tls_certificate */
            tls_key?: string | null;
            /** @description name that its certificate must contain; null: its address */
            tls_server_name?: string | null;
            is_active?: boolean;
            description?: string;
        };
        aaa_upstream_change: {
            /** @description id of an organization; serves the clients of it and of all below it, except where a nearer organization has upstreams of its own */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            address?: string;
            auth_port?: number;
            acct_port?: number;
            tls_port?: number;
            /**
             * @description tls: RadSec (RFC 6614)
             * @enum {unknown}
             */
            transport?: "udp" | "tls";
            /** @description shared secret; null over tls: `radsec` */
            secret?: string | null;
            /**
             * @description whether replies over UDP need a Message-Authenticator: yes, no, or auto: from the first reply that has one. A reply without it can be forged by whoever is on the way (CVE-2024-3596, BlastRADIUS): prefer TLS, or an upstream that signs
             * @enum {unknown}
             */
            require_message_authenticator?: "auto" | "yes" | "no";
            /** @description serves users `...@realm`, case-insensitive; null: serves every user who is not stored here */
            realm?: string | null;
            /** @description removes the realm from User-Name, except in requests with EAP or MS-CHAPv2, which depend on the whole name */
            strip_realm?: boolean;
            /**
             * @description where EAP of its users ends: at the upstream, or at the gateway (`radius.eap`), which sends the login inside of TTLS or PEAP to the upstream as PAP, CHAP, MS-CHAP or MS-CHAPv2
             * @enum {unknown}
             */
            eap?: "proxied" | "terminated";
            handles_authentication?: boolean;
            handles_accounting?: boolean;
            /** @description authenticates logins at the captive portal by name and password: users of its realm, or users without a password here; the first login creates a user of the organization */
            portal_authentication?: boolean;
            /** @description id of the AAA profile of such users at their first login */
            portal_profile?: number | null;
            /** @description sends it accounting of captive portal sessions; off by default, since most NASes send accounting of their own */
            portal_accounting?: boolean;
            /** @description the lowest is tried first; of equal ones, the oldest */
            priority?: number;
            /** @description PEM; the CA of its certificate */
            tls_ca?: string | null;
            /** @description PEM; the client certificate that the gateway presents */
            tls_certificate?: string | null;
            /** @description PEM; the private key of tls_certificate */
            tls_key?: string | null;
            /** @description name that its certificate must contain; null: its address */
            tls_server_name?: string | null;
            is_active?: boolean;
            description?: string;
        };
        address_pool_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * @description ipv4: Framed-IP-Address; ipv6_prefix: Framed-IPv6-Prefix; delegated_prefix: Delegated-IPv6-Prefix
             * @enum {unknown}
             */
            kind: "ipv4" | "ipv6_prefix" | "delegated_prefix";
            /** @description given in this order; of an IPv4 network of four addresses or more, the first and the last one are not */
            networks: string[];
            /** @description addresses and networks that are not given */
            excluded?: string[];
            /** @description length of the prefixes; null: IPv4 */
            prefix_length?: number | null;
            /**
             * @description whose former address is given again, as long as no one else has it
             * @enum {unknown}
             */
            sticky?: "user" | "device" | "none";
            /** @description how long an address is kept from the login on; a session keeps it from its Start to its Stop */
            hold_seconds?: number;
            description?: string;
        };
        address_pool_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /**
             * @description ipv4: Framed-IP-Address; ipv6_prefix: Framed-IPv6-Prefix; delegated_prefix: Delegated-IPv6-Prefix
             * @enum {unknown}
             */
            kind?: "ipv4" | "ipv6_prefix" | "delegated_prefix";
            /** @description given in this order; of an IPv4 network of four addresses or more, the first and the last one are not */
            networks?: string[];
            /** @description addresses and networks that are not given */
            excluded?: string[];
            /** @description length of the prefixes; null: IPv4 */
            prefix_length?: number | null;
            /**
             * @description whose former address is given again, as long as no one else has it
             * @enum {unknown}
             */
            sticky?: "user" | "device" | "none";
            /** @description how long an address is kept from the login on; a session keeps it from its Start to its Stop */
            hold_seconds?: number;
            description?: string;
        };
        access_point_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of a location */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac?: string | null;
            ssid?: string | null;
            address?: string | null;
            city?: string | null;
            state?: string | null;
            postal_code?: string | null;
            /** @description two capital letters (ISO 3166-1) */
            country?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            is_active?: boolean;
            identifier?: string | null;
            ip?: string | null;
            vendor?: string | null;
            model?: string | null;
        };
        access_point_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description id of a location */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac?: string | null;
            ssid?: string | null;
            address?: string | null;
            city?: string | null;
            state?: string | null;
            postal_code?: string | null;
            /** @description two capital letters (ISO 3166-1) */
            country?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            is_active?: boolean;
            identifier?: string | null;
            ip?: string | null;
            vendor?: string | null;
            model?: string | null;
        };
        /**
         * @example {
         *       "result": "accept",
         *       "reason": null,
         *       "session_id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "user": 1,
         *       "username": "room-101",
         *       "access_point": 1,
         *       "location": 1,
         *       "mac": "02:00:5E:00:53:02",
         *       "ip": "192.0.2.50",
         *       "session_timeout": 1,
         *       "idle_timeout": 1,
         *       "expires": "2026-01-31T12:00:00Z",
         *       "redirect_url": null,
         *       "grant": {
         *         "method": "none",
         *         "url": null,
         *         "fields": {}
         *       }
         *     }
         */
        portal_login: {
            /**
             * @description `accept`: the client is on the network, or is after the step of `grant`; `pending`: the user is admitted, and so will the client be when its NAS asks by RADIUS
             * @enum {unknown}
             */
            result: "accept" | "pending";
            /** @description why the result is `pending`; null: it is `accept` */
            reason: string | null;
            /** Format: uuid */
            session_id: string;
            user: number;
            username: string;
            access_point: number;
            location: number | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string;
            ip: string;
            /** @description seconds; null: unlimited */
            session_timeout: number | null;
            /** @description seconds; null: unlimited */
            idle_timeout: number | null;
            /** Format: date-time */
            expires: string | null;
            redirect_url: string | null;
            /** @description the step that remains before the controller admits the client; `none`: no step */
            grant: {
                /** @enum {unknown} */
                method: "none" | "redirect" | "form" | "api";
                url: string | null;
                fields: {
                    [key: string]: unknown;
                };
            };
        };
        portal_login_body: {
            /** @description user name, e-mail address or external id; required unless `token` is present */
            uid?: string;
            /** @description voucher code; replaces `uid` and needs no password */
            token?: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            ap_mac: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string;
            /** @description address of the client: IPv4 or IPv6 */
            ip: string;
            /** @description a URL of http or https */
            original_url?: string;
            /** @description maximum session time in seconds */
            timeout?: number;
            /** @description checked if present */
            password?: string;
            controller?: string;
            ssid?: string;
            vlan?: number | string;
            nas_id?: string;
            /** @description the dialect of the access point: `coovachilli` (CoovaChilli), `mikrotik` (MikroTik RouterOS), `opennds` (openNDS), `meraki` (Cisco Meraki), `cambium` (Cambium), `fortinet` (Fortinet), `cisco_wlc` (Cisco WLC), `aruba` (Aruba), `ruckus_smartzone` (Ruckus SmartZone), `ruckus_zonedirector` (Ruckus ZoneDirector and Unleashed), `extreme` (Extreme (Aerohive)), `huawei` (Huawei), `h3c` (H3C and HPE Comware), `omada` (Omada), `unifi` (UniFi), `radius` (RADIUS with MAC authentication); absent: it follows from `params` */
            vendor?: string;
            /** @description the parameters of the redirect */
            params?: {
                [key: string]: unknown;
            };
            user_agent?: string;
        };
        /**
         * @example {
         *       "datetime": "2026-01-31T12:00:00Z"
         *     }
         */
        txlog_portal_written: {
            /** Format: date-time */
            datetime: string;
        };
        txlog_portal_body: {
            /**
             * @description `pp` payment processing, `pc` payment confirmed, `pf` payment failed, `ve` e-mail validation, `vs` SMS validation, `up` password recovery request, `us` password reset, `sl` social login, `ms` message sent, `ad` advertisement shown, `ac` advertisement clicked
             * @enum {unknown}
             */
            type: "pp" | "pc" | "pf" | "ve" | "vs" | "up" | "us" | "sl" | "ms" | "ad" | "ac";
            /**
             * @description as of HTTP: 200 is success
             * @default 200
             */
            status?: number;
            detail?: string;
            /** @description user name, e-mail address or external id; stored as it is if no user has it */
            uid?: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            ap_mac?: string;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac?: string;
            /** @description IPv4 or IPv6 */
            ip?: string;
            /** @description id of a portal page */
            page?: number;
            /**
             * Format: uuid
             * @description `session_id` of the portal_login
             */
            session_id?: string;
            user_agent?: string;
        };
        /**
         * @example {
         *       "sessions": [
         *         "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10"
         *       ]
         *     }
         */
        portal_logout: {
            /** @description `session_id` of each session that this request has ended; empty: no session was open */
            sessions: string[];
        };
        portal_logout_body: {
            /** @description user name, e-mail address or external id: ends the sessions of the user */
            uid?: string;
            /**
             * Format: mac
             * @description address of the device: ends its session; with `uid`, only if it belongs to that user
             */
            mac?: string;
        };
        /**
         * @example {
         *       "outcome": "accept",
         *       "reason": "",
         *       "method": "",
         *       "upstream": null,
         *       "profile_name": null,
         *       "attributes": [
         *         {
         *           "name": "Seaview",
         *           "value": "3600"
         *         }
         *       ]
         *     }
         */
        aaa_login_test: {
            /** @enum {unknown} */
            outcome: "accept" | "reject";
            reason: string;
            method: string;
            /** @description name of the AAA upstream that decided */
            upstream: string | null;
            profile_name: string | null;
            /** @description attributes of the reply; secrets are *** */
            attributes: {
                name: string;
                value: string;
            }[];
        };
        aaa_login_test_body: {
            /** @description the AAA client that would ask */
            client: number;
            username: string;
            password: string;
            /** @description MAC address of the device */
            callingstationid?: string;
        };
        portal_service_body: {
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a service of the kind */
            organization?: number;
            /** @description id of a location: serves only its access points, ahead of a service without a location; null: all */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /**
             * @description the login kind that it is for
             * @enum {unknown}
             */
            kind: "sms" | "oidc";
            /** @description sms: what is called, with `{number}` and `{text}` where they belong. oidc: the issuer. The hosts that are called must be within `device_networks` */
            url?: string | null;
            /** @description sms: API key or password, where the templates have `{secret}`. oidc: secret of the client; null: a public client */
            secret?: string | null;
            /** @description by `kind` */
            settings?: {
                /**
                 * @description default: POST
                 * @enum {unknown}
                 */
                method?: "POST" | "PUT" | "GET";
                /** @description by name; `{secret}` stands for the secret, `{basic}` for `username` and secret as HTTP Basic has them */
                headers?: {
                    [key: string]: string;
                };
                /**
                 * @description the name in `{basic}`
                 * @example gatehouse
                 */
                username?: string;
                /** @description body of a call; `{number}`, `{text}` and `{secret}` are replaced as its Content-Type has them. Default: JSON with `to` and `text` */
                body?: string;
                /**
                 * @description text that the answer must have; default: any answer with a status of 200 to 299
                 * @example queued
                 */
                expect?: string;
                /**
                 * @description the client that the issuer has registered
                 * @example gatehouse
                 */
                client_id?: string;
                /**
                 * @description default: openid email profile
                 * @example openid email
                 */
                scope?: string;
                /**
                 * @description how the issuer sends the browser back: by its address, or by a form that it posts. Default: what the issuer says that it can, the address first
                 * @enum {unknown}
                 */
                response_mode?: "query" | "form_post";
                /** @description domains that the verified mail address of a guest must be of; empty: any, and none is needed */
                domains?: string[];
                /** @description values of claims, one of which a guest must have in each, such as `{"tid": ["…"]}` or `{"groups": ["staff"]}` */
                claims?: {
                    [key: string]: string[];
                };
                /** @description hosts that the pages of the issuer need besides those that `gatehouse portal test` knows; the access points allow them before the login */
                hosts?: string[];
            };
            is_active?: boolean;
            description?: string;
        };
        portal_service_change: {
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a service of the kind */
            organization?: number;
            /** @description id of a location: serves only its access points, ahead of a service without a location; null: all */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /**
             * @description the login kind that it is for
             * @enum {unknown}
             */
            kind?: "sms" | "oidc";
            /** @description sms: what is called, with `{number}` and `{text}` where they belong. oidc: the issuer. The hosts that are called must be within `device_networks` */
            url?: string | null;
            /** @description sms: API key or password, where the templates have `{secret}`. oidc: secret of the client; null: a public client */
            secret?: string | null;
            /** @description by `kind` */
            settings?: {
                /**
                 * @description default: POST
                 * @enum {unknown}
                 */
                method?: "POST" | "PUT" | "GET";
                /** @description by name; `{secret}` stands for the secret, `{basic}` for `username` and secret as HTTP Basic has them */
                headers?: {
                    [key: string]: string;
                };
                /**
                 * @description the name in `{basic}`
                 * @example gatehouse
                 */
                username?: string;
                /** @description body of a call; `{number}`, `{text}` and `{secret}` are replaced as its Content-Type has them. Default: JSON with `to` and `text` */
                body?: string;
                /**
                 * @description text that the answer must have; default: any answer with a status of 200 to 299
                 * @example queued
                 */
                expect?: string;
                /**
                 * @description the client that the issuer has registered
                 * @example gatehouse
                 */
                client_id?: string;
                /**
                 * @description default: openid email profile
                 * @example openid email
                 */
                scope?: string;
                /**
                 * @description how the issuer sends the browser back: by its address, or by a form that it posts. Default: what the issuer says that it can, the address first
                 * @enum {unknown}
                 */
                response_mode?: "query" | "form_post";
                /** @description domains that the verified mail address of a guest must be of; empty: any, and none is needed */
                domains?: string[];
                /** @description values of claims, one of which a guest must have in each, such as `{"tid": ["…"]}` or `{"groups": ["staff"]}` */
                claims?: {
                    [key: string]: string[];
                };
                /** @description hosts that the pages of the issuer need besides those that `gatehouse portal test` knows; the access points allow them before the login */
                hosts?: string[];
            };
            is_active?: boolean;
            description?: string;
        };
        user_key_device_body: {
            /** @description id of a Wi-Fi key */
            user_key: number;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string;
        };
        user_key_device_change: {
            /** @description id of a Wi-Fi key */
            user_key?: number;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac?: string;
        };
        user_totp_remove_body: {
            /** @description six digits of the authenticator app, or a recovery code */
            totp: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "user": 1,
         *       "username": "room-101",
         *       "name": "Seaview",
         *       "serial": "",
         *       "fingerprint": "",
         *       "valid_to": "2026-01-31T12:00:00Z",
         *       "revoked": "2026-01-31T12:00:00Z",
         *       "created": "2026-01-31T12:00:00Z",
         *       "certificate": "",
         *       "authority": "",
         *       "pkcs12": null,
         *       "password": "correct horse"
         *     }
         */
        user_certificate_written: {
            /** @description assigned by the gateway */
            id: number;
            /** @description the user's */
            organization: number;
            /** @description id of a user, or the user of a voucher */
            user: number;
            username: string;
            /** @description the device, such as its owner and kind */
            name: string;
            /** @description serial number in hexadecimal digits */
            serial: string;
            /** @description SHA-256 of the certificate: `AB:CD:…` */
            fingerprint: string;
            /** Format: date-time */
            valid_to: string;
            /**
             * Format: date-time
             * @description when it was revoked; null: it is not
             */
            revoked: string | null;
            /** Format: date-time */
            created: string;
            /** @description PEM */
            certificate: string;
            /** @description PEM; the CA that has signed it */
            authority: string;
            /** @description certificate, key and CA in base64; shown only here; null: the key is that of csr */
            pkcs12: string | null;
            /** @description of pkcs12; shown only here */
            password: string | null;
        };
        user_certificate_body: {
            /** @description id of a user, or the user of a voucher */
            user: number;
            /** @description the device, such as its owner and kind */
            name?: string;
            /** @description how long it is valid; default: 365 */
            days?: number;
            /** @description request in PEM (PKCS #10), for a key that stays on the device; only the key of it counts; default: the gateway makes a key */
            csr?: string;
        };
        /**
         * @example {
         *       "batch": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "count": 1,
         *       "warnings": [
         *         ""
         *       ]
         *     }
         */
        user_token_batch: {
            /** Format: uuid */
            batch: string;
            /** @description vouchers that were changed */
            count: number;
            /** @description limits that access points of the site do not carry out, as far as their vendors are known: by portal controllers, and by `vendor` of access points; only in the reply of a change */
            warnings?: string[];
        };
        user_token_batch_change: {
            /** @description false revokes them */
            is_active?: boolean;
            /**
             * Format: date-time
             * @description without an offset, local time; a date includes its day
             */
            expiration?: string | null;
            /** @description true: `expiration` is a date, at whose check-out time they end */
            until_checkout?: boolean;
            /** @description seconds that are added to the credit of each */
            add_time?: number;
            /** @description octets that are added to the credit of each */
            add_octets?: number;
        };
        /**
         * @example {
         *       "recovery_codes": [
         *         ""
         *       ]
         *     }
         */
        user_totp_confirm: {
            /** @description each replaces a code once; they are shown only here */
            recovery_codes: string[];
        };
        portal_controller_body: {
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a controller of the vendor */
            organization?: number;
            /** @description id of a location: serves only its access points, ahead of a controller without a location; null: all */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @enum {unknown} */
            vendor: "coovachilli" | "mikrotik" | "opennds" | "meraki" | "cambium" | "fortinet" | "cisco_wlc" | "aruba" | "ruckus_smartzone" | "ruckus_zonedirector" | "extreme" | "huawei" | "h3c" | "omada" | "unifi" | "radius";
            /** @description where the gateway calls the controller, or the name of an access point that guests may be sent to */
            url?: string | null;
            /** @description the site on the controller; null: the site in the redirect, else `default` */
            site?: string | null;
            /** @description the account of the gateway on the controller */
            username?: string | null;
            /** @description its password, or the API key */
            password?: string | null;
            /** @description secret shared by access point and portal: uamsecret, faskey, northbound password */
            secret?: string | null;
            /** @description SHA-256 fingerprint of the certificate of the controller, which is then not checked otherwise; null: it must be signed by a known CA */
            certificate_sha256?: string | null;
            is_active?: boolean;
            description?: string;
        };
        portal_controller_change: {
            /** @description id of an organization; serves the access points of it and of all below it, except where a nearer organization has a controller of the vendor */
            organization?: number;
            /** @description id of a location: serves only its access points, ahead of a controller without a location; null: all */
            location?: number | null;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /** @enum {unknown} */
            vendor?: "coovachilli" | "mikrotik" | "opennds" | "meraki" | "cambium" | "fortinet" | "cisco_wlc" | "aruba" | "ruckus_smartzone" | "ruckus_zonedirector" | "extreme" | "huawei" | "h3c" | "omada" | "unifi" | "radius";
            /** @description where the gateway calls the controller, or the name of an access point that guests may be sent to */
            url?: string | null;
            /** @description the site on the controller; null: the site in the redirect, else `default` */
            site?: string | null;
            /** @description the account of the gateway on the controller */
            username?: string | null;
            /** @description its password, or the API key */
            password?: string | null;
            /** @description secret shared by access point and portal: uamsecret, faskey, northbound password */
            secret?: string | null;
            /** @description SHA-256 fingerprint of the certificate of the controller, which is then not checked otherwise; null: it must be signed by a known CA */
            certificate_sha256?: string | null;
            is_active?: boolean;
            description?: string;
        };
        aaa_accounting_coa_body: {
            /** @description the attributes that a CoA sends */
            attributes?: {
                /** @description the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1 */
                attribute: string;
                /** @description text without control characters */
                value: string;
            }[];
            /** @description id of an AAA profile whose reply attributes are sent */
            profile?: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "device_id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "organization": 1,
         *       "user": 1,
         *       "generic_id": null,
         *       "imei": null,
         *       "imsi": null,
         *       "iccid": null,
         *       "mac": "02:00:5E:00:53:02",
         *       "number": "+44 20 7946 0018",
         *       "os_family": null,
         *       "os_version": null,
         *       "os_api_level": 0,
         *       "home_mcc": null,
         *       "home_mnc": null,
         *       "carrier": null,
         *       "device_type": "de",
         *       "vendor": null,
         *       "model": null,
         *       "app_name": null,
         *       "app_version": null,
         *       "external_id": null,
         *       "klass": null,
         *       "created": "2026-01-31T12:00:00Z",
         *       "last_change": "2026-01-31T12:00:00Z"
         *     }
         */
        device_app_register: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: uuid */
            device_id: string;
            organization: number;
            /** @description id of the user whose device it is */
            user: number | null;
            generic_id: string | null;
            /** @description 14 to 16 digits */
            imei: string | null;
            /** @description 6 to 15 digits */
            imsi: string | null;
            /** @description 18 to 22 digits */
            iccid: string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac: string | null;
            /** @description a phone number */
            number: string | null;
            os_family: string | null;
            os_version: string | null;
            os_api_level: number | null;
            /** @description 3 to 3 digits */
            home_mcc: string | null;
            /** @description 2 to 3 digits */
            home_mnc: string | null;
            carrier: string | null;
            /**
             * @description desktop, laptop, tablet, mobile phone
             * @enum {string|null}
             */
            device_type: "de" | "la" | "ta" | "mo" | null;
            vendor: string | null;
            model: string | null;
            app_name: string | null;
            app_version: string | null;
            external_id: string | null;
            klass: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_change: string;
        };
        device_app_register_body: {
            generic_id?: string | null;
            /** @description 14 to 16 digits */
            imei?: string | null;
            /** @description 6 to 15 digits */
            imsi?: string | null;
            /** @description 18 to 22 digits */
            iccid?: string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac?: string | null;
            /** @description a phone number */
            number?: string | null;
            os_family?: string | null;
            os_version?: string | null;
            os_api_level?: number | null;
            /** @description 3 to 3 digits */
            home_mcc?: string | null;
            /** @description 2 to 3 digits */
            home_mnc?: string | null;
            carrier?: string | null;
            /**
             * @description desktop, laptop, tablet, mobile phone
             * @enum {string|null}
             */
            device_type?: "de" | "la" | "ta" | "mo" | null;
            vendor?: string | null;
            model?: string | null;
            app_name?: string | null;
            app_version?: string | null;
            push_key?: string | null;
            external_id?: string | null;
            klass?: string | null;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username?: string;
            password?: string;
        };
        /**
         * @example {
         *       "html": "",
         *       "css": ""
         *     }
         */
        portal_page_preview: {
            /** @description the page as it opens for a guest who is not logged in */
            html: string;
            /** @description text of its style sheets: that of all pages, the theme, the page */
            css: string;
        };
        /**
         * @example {
         *       "file_name": "",
         *       "media_type": "",
         *       "content": "",
         *       "password": "correct horse",
         *       "certificate": 1
         *     }
         */
        wifi_network_profile: {
            file_name: string;
            media_type: string;
            /** @description the file in base64 */
            content: string;
            /** @description of pkcs12: what systems ask for; shown only here; null: no password */
            password: string | null;
            /** @description id of the user_certificate that was issued; null: none */
            certificate: number | null;
        };
        wifi_network_profile_body: {
            /**
             * @description mobileconfig: iPhone, iPad and Mac, signed; windows: WLAN profile; onc: Chromebook; passpoint: Android; pkcs12: the certificate alone; networkmanager and wpa_supplicant: Linux; qr: a code as SVG, for open networks and keys
             * @example mobileconfig
             * @enum {unknown}
             */
            format: "mobileconfig" | "windows" | "onc" | "passpoint" | "pkcs12" | "networkmanager" | "wpa_supplicant" | "qr";
            /** @description id of the user; networks with keys and certificates need one */
            user?: number;
            /**
             * @description default: the first of the network that the format can carry
             * @enum {unknown}
             */
            method?: "ttls" | "peap" | "tls";
            /** @description name of the device, for the list of certificates */
            device?: string;
        };
        /**
         * @example {
         *       "user": {
         *         "id": 1,
         *         "username": "room-101",
         *         "organization": 1,
         *         "klass": null,
         *         "external_id": null,
         *         "expiration": "2026-01-31T12:00:00Z"
         *       },
         *       "device": {
         *         "id": 1,
         *         "device_id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *         "organization": 1,
         *         "user": 1,
         *         "generic_id": null,
         *         "imei": null,
         *         "imsi": null,
         *         "iccid": null,
         *         "mac": "02:00:5E:00:53:02",
         *         "number": "+44 20 7946 0018",
         *         "os_family": null,
         *         "os_version": null,
         *         "os_api_level": 0,
         *         "home_mcc": null,
         *         "home_mnc": null,
         *         "carrier": null,
         *         "device_type": "de",
         *         "vendor": null,
         *         "model": null,
         *         "app_name": null,
         *         "app_version": null,
         *         "external_id": null,
         *         "klass": null,
         *         "created": "2026-01-31T12:00:00Z",
         *         "last_change": "2026-01-31T12:00:00Z"
         *       }
         *     }
         */
        device_app_user_update: {
            user: {
                id: number;
                /**
                 * Format: username
                 * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
                 */
                username: string;
                organization: number;
                klass: string | null;
                external_id: string | null;
                /** Format: date-time */
                expiration: string | null;
            } | null;
            device: {
                /** @description assigned by the gateway */
                id: number;
                /** Format: uuid */
                device_id: string;
                organization: number;
                /** @description id of the user whose device it is */
                user: number | null;
                generic_id: string | null;
                /** @description 14 to 16 digits */
                imei: string | null;
                /** @description 6 to 15 digits */
                imsi: string | null;
                /** @description 18 to 22 digits */
                iccid: string | null;
                /**
                 * Format: mac
                 * @description a MAC address in any usual spelling
                 */
                mac: string | null;
                /** @description a phone number */
                number: string | null;
                os_family: string | null;
                os_version: string | null;
                os_api_level: number | null;
                /** @description 3 to 3 digits */
                home_mcc: string | null;
                /** @description 2 to 3 digits */
                home_mnc: string | null;
                carrier: string | null;
                /**
                 * @description desktop, laptop, tablet, mobile phone
                 * @enum {string|null}
                 */
                device_type: "de" | "la" | "ta" | "mo" | null;
                vendor: string | null;
                model: string | null;
                app_name: string | null;
                app_version: string | null;
                external_id: string | null;
                klass: string | null;
                /** Format: date-time */
                created: string;
                /** Format: date-time */
                last_change: string;
            } | null;
        };
        /** @description `password` only with the imei, imsi or iccid of a registered device of the user */
        device_app_user_update_body: {
            /** @description a phone number */
            number?: string | null;
            /** @description 14 to 16 digits */
            imei?: string | null;
            /** @description 6 to 15 digits */
            imsi?: string | null;
            /** @description 18 to 22 digits */
            iccid?: string | null;
            external_id?: string | null;
            klass?: string | null;
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username?: string;
            password?: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "created": "2026-01-31T12:00:00Z"
         *     }
         */
        device_app_test_report_written: {
            id: number;
            /** Format: date-time */
            created: string;
        };
        device_app_test_report_body: {
            /**
             * @description Wi-Fi, mobile, Bluetooth, Ethernet
             * @enum {unknown}
             */
            network_type: "wi" | "mo" | "bl" | "et";
            /**
             * @description download, upload, latency, jitter, DNS response
             * @enum {unknown}
             */
            test_type: "dl" | "ul" | "la" | "ji" | "dn";
            /** @description a URL, a host name or an address */
            destination: string;
            value: number;
            unit?: string;
            /** @description number of tests that the value is the result of */
            count?: number;
            latitude?: number | null;
            longitude?: number | null;
            network_name?: string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            bssid?: string | null;
            generic_id?: string | null;
            /** @description 14 to 16 digits */
            imei?: string | null;
            /** @description 6 to 15 digits */
            imsi?: string | null;
            /** @description 18 to 22 digits */
            iccid?: string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac?: string | null;
            /** @description a phone number */
            number?: string | null;
            /** Format: date-time */
            datetime?: string;
        };
        /**
         * @example {
         *       "errors": {}
         *     }
         */
        device_app_connection_log_written: {
            /** @description the fields for which the connection was not stored */
            errors: {
                [key: string]: string[];
            };
        };
        device_app_connection_log_body: {
            /**
             * @description Wi-Fi, mobile, Bluetooth, Ethernet
             * @enum {unknown}
             */
            network_type: "wi" | "mo" | "bl" | "et";
            /**
             * @description open, WEP, WPA, WPA2, WPA3, OWE (Enhanced Open), 3GPP; wp3 and owe are extensions
             * @enum {unknown}
             */
            network_security: "opn" | "wep" | "wpa" | "wp2" | "wp3" | "owe" | "3gp";
            network_name?: string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            bssid?: string | null;
            cell_id?: string | null;
            /** @description 3 to 3 digits */
            mcc?: string | null;
            /** @description 2 to 3 digits */
            mnc?: string | null;
            roaming?: boolean | null;
            rssi?: number | null;
            sinr?: number | null;
            /** @description Mbit/s */
            link_speed?: number | null;
            bytes_in?: number | null;
            bytes_out?: number | null;
            latitude?: number | null;
            longitude?: number | null;
            generic_id?: string | null;
            /** @description 14 to 16 digits */
            imei?: string | null;
            /** @description 6 to 15 digits */
            imsi?: string | null;
            /** @description 18 to 22 digits */
            iccid?: string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac?: string | null;
            /** @description a phone number */
            number?: string | null;
            /** Format: date-time */
            start_datetime?: string;
            /** Format: date-time */
            end_datetime?: string;
        };
        /**
         * @example {
         *       "authenticated": true,
         *       "user": {
         *         "id": 1,
         *         "username": "room-101",
         *         "organization": 1,
         *         "klass": null,
         *         "external_id": null,
         *         "expiration": "2026-01-31T12:00:00Z"
         *       }
         *     }
         */
        device_app_user_authenticate: {
            /** @constant */
            authenticated: true;
            user: {
                id: number;
                /**
                 * Format: username
                 * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
                 */
                username: string;
                organization: number;
                klass: string | null;
                external_id: string | null;
                /** Format: date-time */
                expiration: string | null;
            };
        };
        device_app_user_authenticate_body: {
            /**
             * Format: username
             * @description text that is not blank, without control characters, invisible ones, and letters that are not composed (Unicode NFC)
             */
            username: string;
            password: string;
            device_id?: string;
        };
        error_detail: {
            detail: string;
        };
        /** @description errors by field */
        error_fields: {
            [key: string]: string[];
        };
        /** @description problem details, RFC 9457 */
        error_problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description errors by field; for a list, by item */
            errors?: unknown;
        };
    };
    responses: {
        /** @description The request is invalid: errors by field or in `detail`; for a list, an entry for each item. */
        invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "name": [
                 *         "This field is required."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["error_fields"] | components["schemas"]["error_detail"] | components["schemas"]["error_fields"][];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "invalid",
                 *       "status": 400,
                 *       "detail": "name: This field is required.",
                 *       "errors": {
                 *         "name": [
                 *           "This field is required."
                 *         ]
                 *       }
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The token is missing or invalid. */
        unauthenticated: {
            headers: {
                /** @description Bearer */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Authentication credentials were not provided."
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "unauthenticated",
                 *       "status": 401,
                 *       "detail": "Authentication credentials were not provided."
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The token, or the role of its user, may not do this. */
        forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "You do not have permission to perform this action."
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "forbidden",
                 *       "status": 403,
                 *       "detail": "You do not have permission to perform this action."
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The object does not exist, or the caller may not see it. */
        not_found: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Not found."
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "not found",
                 *       "status": 404,
                 *       "detail": "Not found."
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The object is in use, the name matches several objects, or another request had this Idempotency-Key. */
        conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "still in use, or refers to something absent"
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "conflict",
                 *       "status": 409,
                 *       "detail": "still in use, or refers to something absent"
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The state of the object matches no entity tag in If-Match. */
        precondition: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The entity tag does not match: If-Match has \"a\", the current tag is \"b\"."
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "precondition",
                 *       "status": 412,
                 *       "detail": "The entity tag does not match: If-Match has \"a\", the current tag is \"b\"."
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The body exceeds `http.body_limit`. */
        too_large: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request body is too large."
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "too large",
                 *       "status": 413,
                 *       "detail": "The request body is too large."
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The media type of the body is not supported. */
        media_type: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Unsupported media type in request. Expected application/json."
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "media type",
                 *       "status": 415,
                 *       "detail": "Unsupported media type in request. Expected application/json."
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description Too many wrong passwords for this name. */
        throttled: {
            headers: {
                /** @description seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Request was throttled. Expected available in 6 seconds."
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "throttled",
                 *       "status": 429,
                 *       "detail": "Request was throttled. Expected available in 6 seconds."
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
        /** @description The gateway is overloaded, or its store is unavailable. */
        unavailable: {
            headers: {
                /** @description seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the store cannot write"
                 *     }
                 */
                "application/json": components["schemas"]["error_detail"];
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "unavailable",
                 *       "status": 503,
                 *       "detail": "the store cannot write"
                 *     }
                 */
                "application/problem+json": components["schemas"]["error_problem"];
            };
        };
    };
    parameters: {
        /** @description entity tags: the change applies only to these states */
        if_match: string;
        /** @description entity tags: 304 if the current state is one of these */
        if_none_match: string;
        /** @description a request repeated with the same key within 24 hours is executed once */
        idempotency_key: string;
    };
    requestBodies: never;
    headers: {
        /** @description the entity tag of the reply, for If-Match and If-None-Match */
        etag: string;
        /** @description `true`: the stored reply to an earlier request with this key */
        idempotency_replayed: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    me_organization_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["organization"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    organization_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "short_name" | "-short_name" | "parent" | "-parent" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description small letters and digits, with - or _ between them; default: made from the name */
                short_name?: string;
                /** @description values, separated by commas */
                short_name__in?: string;
                /** @description true: is null */
                short_name__isnull?: boolean;
                /** @description contains, ignoring case */
                short_name__icontains?: string;
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                parent__gte?: number;
                /** @description less than or equal to; id of an organization */
                parent__lte?: number;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["organization"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    organization_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "short_name": "seaview",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["organization_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["organization"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    organization_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["organization"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    organization_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "short_name": "seaview",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["organization_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["organization"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    organization_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    organization_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "short_name": "seaview",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["organization_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["organization"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    session_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["session"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    session_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "password": "correct horse",
                 *       "totp": "287082"
                 *     }
                 */
                "application/json": components["schemas"]["session_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["session_current"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    session_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    session_current_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["session_current"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    session_sign_in_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["session_sign_in"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    session_id_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    user_totp_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_totp"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    user_totp_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["user_totp_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_totp_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    user_totp_confirm_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "totp": "287082"
                 *     }
                 */
                "application/json": components["schemas"]["user_totp_remove_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_totp_confirm"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    user_totp_recovery_codes_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "totp": "287082"
                 *     }
                 */
                "application/json": components["schemas"]["user_totp_remove_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_totp_confirm"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    user_totp_remove_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "totp": "287082"
                 *     }
                 */
                "application/json": components["schemas"]["user_totp_remove_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_totp"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    user_totp_user_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_totp"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_totp_user_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    user_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "username" | "-username" | "role" | "-role" | "profile" | "-profile" | "terms_user" | "-terms_user" | "external_id" | "-external_id" | "klass" | "-klass" | "email" | "-email" | "expiration" | "-expiration" | "is_active" | "-is_active" | "last_login" | "-last_login" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                role?: "admin" | "read_only" | "reports" | "front_desk" | "app" | "subscriber";
                /** @description values, separated by commas */
                role__in?: string;
                /** @description true: is null */
                role__isnull?: boolean;
                /** @description id of an AAA profile */
                profile?: number;
                /** @description values, separated by commas */
                profile__in?: string;
                /** @description true: is null */
                profile__isnull?: boolean;
                /** @description greater than or equal to; id of an AAA profile */
                profile__gte?: number;
                /** @description less than or equal to; id of an AAA profile */
                profile__lte?: number;
                /** @description id of the user whose limits it follows: it is a device whose guest accepted the terms of a portal page, without a name; null: an account */
                terms_user?: number;
                /** @description values, separated by commas */
                terms_user__in?: string;
                /** @description true: is null */
                terms_user__isnull?: boolean;
                /** @description greater than or equal to; id of the user whose limits it follows: it is a device whose guest accepted the terms of a portal page, without a name; null: an account */
                terms_user__gte?: number;
                /** @description less than or equal to; id of the user whose limits it follows: it is a device whose guest accepted the terms of a portal page, without a name; null: an account */
                terms_user__lte?: number;
                external_id?: string;
                /** @description values, separated by commas */
                external_id__in?: string;
                /** @description true: is null */
                external_id__isnull?: boolean;
                /** @description contains, ignoring case */
                external_id__icontains?: string;
                klass?: string;
                /** @description values, separated by commas */
                klass__in?: string;
                /** @description true: is null */
                klass__isnull?: boolean;
                /** @description contains, ignoring case */
                klass__icontains?: string;
                /** @description an e-mail address */
                email?: string;
                /** @description values, separated by commas */
                email__in?: string;
                /** @description true: is null */
                email__isnull?: boolean;
                /** @description contains, ignoring case */
                email__icontains?: string;
                expiration?: string;
                /** @description values, separated by commas */
                expiration__in?: string;
                /** @description true: is null */
                expiration__isnull?: boolean;
                /** @description greater than or equal to */
                expiration__gte?: string;
                /** @description less than or equal to */
                expiration__lte?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                last_login?: string;
                /** @description values, separated by commas */
                last_login__in?: string;
                /** @description true: is null */
                last_login__isnull?: boolean;
                /** @description greater than or equal to */
                last_login__gte?: string;
                /** @description less than or equal to */
                last_login__lte?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
                username__exact?: string;
                /** @description the id or the name of an organization */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["user_listed"][];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "language": "en",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["user_body"] | components["schemas"]["user_body"][];
                "text/csv": string;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_listed"] | components["schemas"]["user_listed"][];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_retrieve: {
        parameters: {
            query?: {
                /** @description true: include the result of a login now, and the source of each value */
                effective_policy?: boolean;
                /** @description with `effective_policy`: the access point of the login */
                access_point?: number;
                /** @description with `effective_policy`: the location of the login */
                location?: number;
            };
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "language": "en",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["user_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_listed"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    user_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "language": "en",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["user_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_listed"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_username_retrieve: {
        parameters: {
            query?: {
                /** @description true: include the result of a login now, and the source of each value */
                effective_policy?: boolean;
                /** @description with `effective_policy`: the access point of the login */
                access_point?: number;
                /** @description with `effective_policy`: the location of the login */
                location?: number;
            };
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_username_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "language": "en",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["user_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_listed"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_username_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    user_username_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "language": "en",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["user_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_listed"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_extra_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "parent" | "-parent" | "city" | "-city" | "country" | "-country" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description id of a user */
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of a user */
                parent__gte?: number;
                /** @description less than or equal to; id of a user */
                parent__lte?: number;
                city?: string;
                /** @description values, separated by commas */
                city__in?: string;
                /** @description true: is null */
                city__isnull?: boolean;
                /** @description contains, ignoring case */
                city__icontains?: string;
                country?: string;
                /** @description values, separated by commas */
                country__in?: string;
                /** @description true: is null */
                country__isnull?: boolean;
                /** @description contains, ignoring case */
                country__icontains?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
                /** @description the id or the name of an organization */
                organization?: string;
                /** @description true: include the registered devices of the user */
                device?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["user_extra"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_extra_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parent": 1
                 *     }
                 */
                "application/json": components["schemas"]["user_extra_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_extra"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_extra_retrieve: {
        parameters: {
            query?: {
                /** @description true: include the registered devices of the user */
                device?: boolean;
            };
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_extra"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_extra_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parent": 1
                 *     }
                 */
                "application/json": components["schemas"]["user_extra_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_extra"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_extra_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    user_extra_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["user_extra_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_extra"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "kind" | "-kind" | "user" | "-user" | "name" | "-name" | "batch" | "-batch" | "profile" | "-profile" | "external_id" | "-external_id" | "location" | "-location" | "valid_from" | "-valid_from" | "expiration" | "-expiration" | "until_checkout" | "-until_checkout" | "is_active" | "-is_active" | "read_only" | "-read_only" | "first_used" | "-first_used" | "last_used" | "-last_used" | "created" | "-created";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                kind?: "api" | "network";
                /** @description values, separated by commas */
                kind__in?: string;
                /** @description true: is null */
                kind__isnull?: boolean;
                /** @description id of the user */
                user?: number;
                /** @description values, separated by commas */
                user__in?: string;
                /** @description true: is null */
                user__isnull?: boolean;
                /** @description greater than or equal to; id of the user */
                user__gte?: number;
                /** @description less than or equal to; id of the user */
                user__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description the tokens made by one request */
                batch?: string;
                /** @description values, separated by commas */
                batch__in?: string;
                /** @description true: is null */
                batch__isnull?: boolean;
                /** @description contains, ignoring case */
                batch__icontains?: string;
                /** @description id of the user's AAA profile */
                profile?: number;
                /** @description values, separated by commas */
                profile__in?: string;
                /** @description true: is null */
                profile__isnull?: boolean;
                /** @description greater than or equal to; id of the user's AAA profile */
                profile__gte?: number;
                /** @description less than or equal to; id of the user's AAA profile */
                profile__lte?: number;
                external_id?: string;
                /** @description values, separated by commas */
                external_id__in?: string;
                /** @description true: is null */
                external_id__isnull?: boolean;
                /** @description contains, ignoring case */
                external_id__icontains?: string;
                /** @description `network` tokens: id of the location that it is limited to; null: any */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; `network` tokens: id of the location that it is limited to; null: any */
                location__gte?: number;
                /** @description less than or equal to; `network` tokens: id of the location that it is limited to; null: any */
                location__lte?: number;
                /** @description `network` tokens: lets in from then on */
                valid_from?: string;
                /** @description values, separated by commas */
                valid_from__in?: string;
                /** @description true: is null */
                valid_from__isnull?: boolean;
                /** @description greater than or equal to; `network` tokens: lets in from then on */
                valid_from__gte?: string;
                /** @description less than or equal to; `network` tokens: lets in from then on */
                valid_from__lte?: string;
                expiration?: string;
                /** @description values, separated by commas */
                expiration__in?: string;
                /** @description true: is null */
                expiration__isnull?: boolean;
                /** @description greater than or equal to */
                expiration__gte?: string;
                /** @description less than or equal to */
                expiration__lte?: string;
                /** @description `network` tokens: true: `expiration` is the check-out of a day */
                until_checkout?: boolean;
                /** @description values, separated by commas */
                until_checkout__in?: string;
                /** @description true: is null */
                until_checkout__isnull?: boolean;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                /** @description `api` tokens: true permits GET only */
                read_only?: boolean;
                /** @description values, separated by commas */
                read_only__in?: string;
                /** @description true: is null */
                read_only__isnull?: boolean;
                first_used?: string;
                /** @description values, separated by commas */
                first_used__in?: string;
                /** @description true: is null */
                first_used__isnull?: boolean;
                /** @description greater than or equal to */
                first_used__gte?: string;
                /** @description less than or equal to */
                first_used__lte?: string;
                last_used?: string;
                /** @description values, separated by commas */
                last_used__in?: string;
                /** @description true: is null */
                last_used__isnull?: boolean;
                /** @description greater than or equal to */
                last_used__gte?: string;
                /** @description less than or equal to */
                last_used__lte?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                username?: string;
                username__exact?: string;
                /** @description the id or the name of an organization */
                organization?: string;
                /** @description true: include the remaining credit */
                balance?: boolean;
                /** @description `Accept: application/pdf`: cards on A4 (default) or Letter, cards of the size of a bank card, or receipts of 80 mm */
                sheet?: "a4" | "letter" | "card" | "receipt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["user_token_listed"][];
                    };
                    "application/pdf": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_create: {
        parameters: {
            query?: {
                /** @description `Accept: application/pdf`: cards on A4 (default) or Letter, cards of the size of a bank card, or receipts of 80 mm */
                sheet?: "a4" | "letter" | "card" | "receipt";
            };
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": 1,
                 *       "name": "reports of the front desk"
                 *     }
                 */
                "application/json": components["schemas"]["user_token_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_token_written"] | components["schemas"]["user_token_written"][];
                    "application/pdf": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_retrieve: {
        parameters: {
            query?: {
                /** @description true: include the remaining credit */
                balance?: boolean;
                /** @description true: include the result of a login now, and the source of each value */
                effective_policy?: boolean;
                /** @description with `effective_policy`: the access point of the login */
                access_point?: number;
                /** @description with `effective_policy`: the location of the login */
                location?: number;
            };
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_token"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": 1,
                 *       "name": "reports of the front desk"
                 *     }
                 */
                "application/json": components["schemas"]["user_token_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_token"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": 1,
                 *       "name": "reports of the front desk"
                 *     }
                 */
                "application/json": components["schemas"]["user_token_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_token"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "user" | "-user" | "username" | "-username" | "name" | "-name" | "created" | "-created";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description id of a user, or the user of a voucher */
                user?: number;
                /** @description values, separated by commas */
                user__in?: string;
                /** @description true: is null */
                user__isnull?: boolean;
                /** @description greater than or equal to; id of a user, or the user of a voucher */
                user__gte?: number;
                /** @description less than or equal to; id of a user, or the user of a voucher */
                user__lte?: number;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                /** @description what the key is for, such as the room */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                username__exact?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["user_key"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": 1,
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["user_key_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_replace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["user_key_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["user_key_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_device_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "user_key" | "-user_key" | "user" | "-user" | "username" | "-username" | "mac" | "-mac" | "created" | "-created" | "last_used" | "-last_used";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description id of a Wi-Fi key */
                user_key?: number;
                /** @description values, separated by commas */
                user_key__in?: string;
                /** @description true: is null */
                user_key__isnull?: boolean;
                /** @description greater than or equal to; id of a Wi-Fi key */
                user_key__gte?: number;
                /** @description less than or equal to; id of a Wi-Fi key */
                user_key__lte?: number;
                /** @description id of the user of the key */
                user?: number;
                /** @description values, separated by commas */
                user__in?: string;
                /** @description true: is null */
                user__isnull?: boolean;
                /** @description greater than or equal to; id of the user of the key */
                user__gte?: number;
                /** @description less than or equal to; id of the user of the key */
                user__lte?: number;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                /** @description a MAC address in any usual spelling */
                mac?: string;
                /** @description values, separated by commas */
                mac__in?: string;
                /** @description true: is null */
                mac__isnull?: boolean;
                /** @description contains, ignoring case */
                mac__icontains?: string;
                /** @description when it was bound to the key */
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to; when it was bound to the key */
                created__gte?: string;
                /** @description less than or equal to; when it was bound to the key */
                created__lte?: string;
                /** @description when it was last bound or admitted, to within a day */
                last_used?: string;
                /** @description values, separated by commas */
                last_used__in?: string;
                /** @description true: is null */
                last_used__isnull?: boolean;
                /** @description greater than or equal to; when it was last bound or admitted, to within a day */
                last_used__gte?: string;
                /** @description less than or equal to; when it was last bound or admitted, to within a day */
                last_used__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["user_key_device"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_device_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_key": 1,
                 *       "mac": "02:00:5E:00:53:02"
                 *     }
                 */
                "application/json": components["schemas"]["user_key_device_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key_device"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_device_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key_device"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_device_replace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_key": 1,
                 *       "mac": "02:00:5E:00:53:02"
                 *     }
                 */
                "application/json": components["schemas"]["user_key_device_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key_device"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_device_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    user_key_device_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mac": "02:00:5E:00:53:02"
                 *     }
                 */
                "application/json": components["schemas"]["user_key_device_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_key_device"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    wifi_network_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "location" | "-location" | "ssid" | "-ssid" | "security" | "-security" | "is_on_portal" | "-is_on_portal" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description id of the location that has the network; null: all of the organization */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of the location that has the network; null: all of the organization */
                location__gte?: number;
                /** @description less than or equal to; id of the location that has the network; null: all of the organization */
                location__lte?: number;
                /** @description up to 32 octets in UTF-8 */
                ssid?: string;
                /** @description values, separated by commas */
                ssid__in?: string;
                /** @description true: is null */
                ssid__isnull?: boolean;
                /** @description contains, ignoring case */
                ssid__icontains?: string;
                security?: "wpa2_enterprise" | "wpa3_enterprise" | "wpa3_enterprise_192" | "wpa2_personal" | "wpa3_personal" | "owe" | "open";
                /** @description values, separated by commas */
                security__in?: string;
                /** @description true: is null */
                security__isnull?: boolean;
                /** @description true: guests get its profile at the portal, once they are logged in */
                is_on_portal?: boolean;
                /** @description values, separated by commas */
                is_on_portal__in?: string;
                /** @description true: is null */
                is_on_portal__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["wifi_network"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    wifi_network_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ssid": "Aurora Secure",
                 *       "security": "wpa3_enterprise"
                 *     }
                 */
                "application/json": components["schemas"]["wifi_network_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["wifi_network"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    wifi_network_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["wifi_network"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    wifi_network_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ssid": "Aurora Secure",
                 *       "security": "wpa3_enterprise"
                 *     }
                 */
                "application/json": components["schemas"]["wifi_network_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["wifi_network"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    wifi_network_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    wifi_network_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["wifi_network_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["wifi_network"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    wifi_network_profile_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "mobileconfig"
                 *     }
                 */
                "application/json": components["schemas"]["wifi_network_profile_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["wifi_network_profile"];
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_certificate_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "user" | "-user" | "username" | "-username" | "name" | "-name" | "serial" | "-serial" | "valid_to" | "-valid_to" | "revoked" | "-revoked" | "created" | "-created";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description id of a user, or the user of a voucher */
                user?: number;
                /** @description values, separated by commas */
                user__in?: string;
                /** @description true: is null */
                user__isnull?: boolean;
                /** @description greater than or equal to; id of a user, or the user of a voucher */
                user__gte?: number;
                /** @description less than or equal to; id of a user, or the user of a voucher */
                user__lte?: number;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                /** @description the device, such as its owner and kind */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description serial number in hexadecimal digits */
                serial?: string;
                /** @description values, separated by commas */
                serial__in?: string;
                /** @description true: is null */
                serial__isnull?: boolean;
                /** @description contains, ignoring case */
                serial__icontains?: string;
                valid_to?: string;
                /** @description values, separated by commas */
                valid_to__in?: string;
                /** @description true: is null */
                valid_to__isnull?: boolean;
                /** @description greater than or equal to */
                valid_to__gte?: string;
                /** @description less than or equal to */
                valid_to__lte?: string;
                /** @description when it was revoked; null: it is not */
                revoked?: string;
                /** @description values, separated by commas */
                revoked__in?: string;
                /** @description true: is null */
                revoked__isnull?: boolean;
                /** @description greater than or equal to; when it was revoked; null: it is not */
                revoked__gte?: string;
                /** @description less than or equal to; when it was revoked; null: it is not */
                revoked__lte?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                username__exact?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["user_certificate"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_certificate_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": 1,
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["user_certificate_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_certificate_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_certificate_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_certificate"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_certificate_revoke_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_certificate"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_profile_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "priority" | "-priority" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                /** @description of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one */
                priority?: number;
                /** @description values, separated by commas */
                priority__in?: string;
                /** @description true: is null */
                priority__isnull?: boolean;
                /** @description greater than or equal to; of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one */
                priority__gte?: number;
                /** @description less than or equal to; of a user with several profiles: a lower priority goes before a higher one; for the same, `profile` of the user, then the older one */
                priority__lte?: number;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["aaa_profile"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_profile_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_profile_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_profile_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_profile_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_profile"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_profile_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_profile_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_profile_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_profile_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_profile_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_profile_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_profile_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    front_desk_choice_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["front_desk_choice"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_batch_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                batch: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_batch_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                batch: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add_time": 3600
                 *     }
                 */
                "application/json": components["schemas"]["user_token_batch_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_token_batch"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_token_batch_summary_retrieve: {
        parameters: {
            query?: {
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
                /** @description only of this organization, without those below it */
                organization?: number;
                /** @description only vouchers that are limited to this location */
                location?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_token_batch_summary"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_accounting_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                radacctid?: number;
                /** @description values, separated by commas */
                radacctid__in?: string;
                /** @description true: is null */
                radacctid__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                radacctid__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                radacctid__lte?: number;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                acctsessionid?: string;
                /** @description values, separated by commas */
                acctsessionid__in?: string;
                /** @description true: is null */
                acctsessionid__isnull?: boolean;
                /** @description contains, ignoring case */
                acctsessionid__icontains?: string;
                acctmultisessionid?: string;
                /** @description values, separated by commas */
                acctmultisessionid__in?: string;
                /** @description true: is null */
                acctmultisessionid__isnull?: boolean;
                /** @description contains, ignoring case */
                acctmultisessionid__icontains?: string;
                nasipaddress?: string;
                /** @description values, separated by commas */
                nasipaddress__in?: string;
                /** @description true: is null */
                nasipaddress__isnull?: boolean;
                /** @description contains, ignoring case */
                nasipaddress__icontains?: string;
                nasidentifier?: string;
                /** @description values, separated by commas */
                nasidentifier__in?: string;
                /** @description true: is null */
                nasidentifier__isnull?: boolean;
                /** @description contains, ignoring case */
                nasidentifier__icontains?: string;
                acctstarttime?: string;
                /** @description values, separated by commas */
                acctstarttime__in?: string;
                /** @description true: is null */
                acctstarttime__isnull?: boolean;
                /** @description greater than or equal to */
                acctstarttime__gte?: string;
                /** @description less than or equal to */
                acctstarttime__lte?: string;
                acctstoptime?: string;
                /** @description values, separated by commas */
                acctstoptime__in?: string;
                /** @description true: is null */
                acctstoptime__isnull?: boolean;
                /** @description greater than or equal to */
                acctstoptime__gte?: string;
                /** @description less than or equal to */
                acctstoptime__lte?: string;
                acctterminatecause?: string;
                /** @description values, separated by commas */
                acctterminatecause__in?: string;
                /** @description true: is null */
                acctterminatecause__isnull?: boolean;
                /** @description contains, ignoring case */
                acctterminatecause__icontains?: string;
                callingstationid?: string;
                /** @description values, separated by commas */
                callingstationid__in?: string;
                /** @description true: is null */
                callingstationid__isnull?: boolean;
                /** @description contains, ignoring case */
                callingstationid__icontains?: string;
                calledstationid?: string;
                /** @description values, separated by commas */
                calledstationid__in?: string;
                /** @description true: is null */
                calledstationid__isnull?: boolean;
                /** @description contains, ignoring case */
                calledstationid__icontains?: string;
                framedipaddress?: string;
                /** @description values, separated by commas */
                framedipaddress__in?: string;
                /** @description true: is null */
                framedipaddress__isnull?: boolean;
                /** @description contains, ignoring case */
                framedipaddress__icontains?: string;
                framedipv6address?: string;
                /** @description values, separated by commas */
                framedipv6address__in?: string;
                /** @description true: is null */
                framedipv6address__isnull?: boolean;
                /** @description contains, ignoring case */
                framedipv6address__icontains?: string;
                class?: string;
                /** @description values, separated by commas */
                class__in?: string;
                /** @description true: is null */
                class__isnull?: boolean;
                /** @description contains, ignoring case */
                class__icontains?: string;
                /** @description `portal`: opened by a login at the captive portal */
                origin?: "radius" | "portal";
                /** @description values, separated by commas */
                origin__in?: string;
                /** @description true: is null */
                origin__isnull?: boolean;
                /** @description `session_id` of the login at the captive portal that admitted the device */
                portal_session?: string;
                /** @description values, separated by commas */
                portal_session__in?: string;
                /** @description true: is null */
                portal_session__isnull?: boolean;
                /** @description contains, ignoring case */
                portal_session__icontains?: string;
                /** @description the name of the wireless network behind the MAC address in `calledstationid` */
                ssid?: string;
                /** @description values, separated by commas */
                ssid__in?: string;
                /** @description true: is null */
                ssid__isnull?: boolean;
                /** @description contains, ignoring case */
                ssid__icontains?: string;
                user?: number;
                access_point?: number;
                location?: number;
                client?: number;
                organization?: number;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
                session_status?: "active" | "open" | "true" | "1" | "completed" | "closed" | "inactive" | "false" | "0";
                /** @description sums of the selected sessions in place of the sessions; `day` and `hour`: when a session began, in the time zone of its organization; `profile`: that of the user when the session ended */
                group_by?: "user" | "access_point" | "day" | "hour" | "location" | "client" | "ssid" | "profile" | "cause" | "batch";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: (components["schemas"]["aaa_accounting"] | components["schemas"]["aaa_accounting_listed"])[];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_accounting_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                radacctid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_accounting"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_accounting_traffic_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                radacctid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_accounting_traffic"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_guest_summary_retrieve: {
        parameters: {
            query?: {
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
                /** @description only of this organization, without those below it */
                organization?: number;
                /** @description only sessions at this location */
                location?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_guest_summary"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_decision_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                datetime?: string;
                /** @description values, separated by commas */
                datetime__in?: string;
                /** @description true: is null */
                datetime__isnull?: boolean;
                /** @description greater than or equal to */
                datetime__gte?: string;
                /** @description less than or equal to */
                datetime__lte?: string;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                callingstationid?: string;
                /** @description values, separated by commas */
                callingstationid__in?: string;
                /** @description true: is null */
                callingstationid__isnull?: boolean;
                /** @description contains, ignoring case */
                callingstationid__icontains?: string;
                calledstationid?: string;
                /** @description values, separated by commas */
                calledstationid__in?: string;
                /** @description true: is null */
                calledstationid__isnull?: boolean;
                /** @description contains, ignoring case */
                calledstationid__icontains?: string;
                /** @description authentication method: PAP, CHAP, MS-CHAP, MS-CHAPv2, MAC, voucher, Auth-Type, none; by an upstream: proxy, EAP */
                method?: string;
                /** @description values, separated by commas */
                method__in?: string;
                /** @description true: is null */
                method__isnull?: boolean;
                /** @description contains, ignoring case */
                method__icontains?: string;
                outcome?: "accept" | "reject";
                /** @description values, separated by commas */
                outcome__in?: string;
                /** @description true: is null */
                outcome__isnull?: boolean;
                client_name?: string;
                /** @description values, separated by commas */
                client_name__in?: string;
                /** @description true: is null */
                client_name__isnull?: boolean;
                /** @description contains, ignoring case */
                client_name__icontains?: string;
                profile?: number;
                /** @description values, separated by commas */
                profile__in?: string;
                /** @description true: is null */
                profile__isnull?: boolean;
                /** @description greater than or equal to */
                profile__gte?: number;
                /** @description less than or equal to */
                profile__lte?: number;
                client?: number;
                user?: number;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["aaa_decision"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_decision_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_decision"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_decision_summary_retrieve: {
        parameters: {
            query: {
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
                /** @description only of this organization, without those below it */
                organization?: number;
                /** @description only those of this AAA client */
                client?: number;
                /** @description `hour`: of UTC; `reason`: the most frequent first */
                group_by: "hour" | "reason";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_decision_summary"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_login_test_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client": 1,
                 *       "username": "room-101",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_login_test_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_login_test"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_packet_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description when it came in */
                datetime?: string;
                /** @description values, separated by commas */
                datetime__in?: string;
                /** @description true: is null */
                datetime__isnull?: boolean;
                /** @description greater than or equal to; when it came in */
                datetime__gte?: string;
                /** @description less than or equal to; when it came in */
                datetime__lte?: string;
                client_name?: string;
                /** @description values, separated by commas */
                client_name__in?: string;
                /** @description true: is null */
                client_name__isnull?: boolean;
                /** @description contains, ignoring case */
                client_name__icontains?: string;
                /** @description address that it came from */
                source?: string;
                /** @description values, separated by commas */
                source__in?: string;
                /** @description true: is null */
                source__isnull?: boolean;
                /** @description contains, ignoring case */
                source__icontains?: string;
                /** @description Acct-Status-Type by name, or its number; null: not in the packet */
                acctstatustype?: string;
                /** @description values, separated by commas */
                acctstatustype__in?: string;
                /** @description true: is null */
                acctstatustype__isnull?: boolean;
                /** @description contains, ignoring case */
                acctstatustype__icontains?: string;
                acctsessionid?: string;
                /** @description values, separated by commas */
                acctsessionid__in?: string;
                /** @description true: is null */
                acctsessionid__isnull?: boolean;
                /** @description contains, ignoring case */
                acctsessionid__icontains?: string;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                nasipaddress?: string;
                /** @description values, separated by commas */
                nasipaddress__in?: string;
                /** @description true: is null */
                nasipaddress__isnull?: boolean;
                /** @description contains, ignoring case */
                nasipaddress__icontains?: string;
                client?: number;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["aaa_packet"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_packet_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_packet"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_authorization_change_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                kind?: "disconnect" | "coa";
                /** @description values, separated by commas */
                kind__in?: string;
                /** @description true: is null */
                kind__isnull?: boolean;
                /** @description `renewed`: an exhausted quota has been renewed; `certificate`: that of the device is revoked */
                trigger?: "api" | "user_disabled" | "user_deleted" | "expired" | "balance" | "profile" | "quota" | "login_time" | "simultaneous_use" | "renewed" | "session_timeout" | "logout" | "certificate";
                /** @description values, separated by commas */
                trigger__in?: string;
                /** @description true: is null */
                trigger__isnull?: boolean;
                status?: "scheduled" | "running" | "acknowledged" | "refused" | "no_answer" | "failed" | "canceled";
                /** @description values, separated by commas */
                status__in?: string;
                /** @description true: is null */
                status__isnull?: boolean;
                /** @description Error-Cause of the NAS (RFC 5176 section 3.5) */
                error_cause?: number;
                /** @description values, separated by commas */
                error_cause__in?: string;
                /** @description true: is null */
                error_cause__isnull?: boolean;
                /** @description greater than or equal to; Error-Cause of the NAS (RFC 5176 section 3.5) */
                error_cause__gte?: number;
                /** @description less than or equal to; Error-Cause of the NAS (RFC 5176 section 3.5) */
                error_cause__lte?: number;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                completed?: string;
                /** @description values, separated by commas */
                completed__in?: string;
                /** @description true: is null */
                completed__isnull?: boolean;
                /** @description greater than or equal to */
                completed__gte?: string;
                /** @description less than or equal to */
                completed__lte?: string;
                session?: number;
                user?: number;
                client?: number;
                requested_by?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["aaa_authorization_change"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_authorization_change_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_authorization_change"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_accounting_disconnect_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                radacctid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_authorization_change"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_accounting_coa_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                radacctid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["aaa_accounting_coa_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_authorization_change"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_client_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "address" | "-address" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description source address of its packets, or a network of them, in any spelling; the longest prefix wins */
                address?: string;
                /** @description values, separated by commas */
                address__in?: string;
                /** @description true: is null */
                address__isnull?: boolean;
                /** @description contains, ignoring case */
                address__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
                /** @description a group of NASes, which `when` of reply items names; null: none */
                nas_group?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["aaa_client"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_client_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "address": "192.0.2.0/24",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_client_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_client"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_client_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_client"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_client_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "address": "192.0.2.0/24",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_client_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_client"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_client_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_client_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_client_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_client"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_fallback_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "ssid" | "-ssid" | "organization" | "-organization" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description the name of the wireless network in Called-Station-Id; null: any, or none */
                ssid?: string;
                /** @description values, separated by commas */
                ssid__in?: string;
                /** @description true: is null */
                ssid__isnull?: boolean;
                /** @description contains, ignoring case */
                ssid__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
                client?: number;
                profile?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["aaa_fallback"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_fallback_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile": 1
                 *     }
                 */
                "application/json": components["schemas"]["aaa_fallback_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_fallback"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_fallback_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_fallback"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_fallback_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile": 1
                 *     }
                 */
                "application/json": components["schemas"]["aaa_fallback_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_fallback"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_fallback_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_fallback_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["aaa_fallback_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_fallback"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_upstream_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "address" | "-address" | "realm" | "-realm" | "transport" | "-transport" | "state" | "-state" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description an IPv4 or IPv6 address, or a host name */
                address?: string;
                /** @description values, separated by commas */
                address__in?: string;
                /** @description true: is null */
                address__isnull?: boolean;
                /** @description contains, ignoring case */
                address__icontains?: string;
                /** @description serves users `...@realm`, case-insensitive; null: serves every user who is not stored here */
                realm?: string;
                /** @description values, separated by commas */
                realm__in?: string;
                /** @description true: is null */
                realm__isnull?: boolean;
                /** @description contains, ignoring case */
                realm__icontains?: string;
                /** @description tls: RadSec (RFC 6614) */
                transport?: "udp" | "tls";
                /** @description values, separated by commas */
                transport__in?: string;
                /** @description true: is null */
                transport__isnull?: boolean;
                /** @description whether it replies; written on each change */
                state?: "unknown" | "up" | "down";
                /** @description values, separated by commas */
                state__in?: string;
                /** @description true: is null */
                state__isnull?: boolean;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["aaa_upstream"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_upstream_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "address": "192.0.2.10",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_upstream_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_upstream"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_upstream_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_upstream"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_upstream_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "address": "192.0.2.10",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_upstream_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_upstream"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_upstream_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    aaa_upstream_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["aaa_upstream_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["aaa_upstream"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_source_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "state" | "-state" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description whether it answers; written on each change */
                state?: "unknown" | "up" | "down";
                /** @description values, separated by commas */
                state__in?: string;
                /** @description true: is null */
                state__isnull?: boolean;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["user_source"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_source_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "addresses": [
                 *         "192.0.2.10"
                 *       ],
                 *       "base_dn": ""
                 *     }
                 */
                "application/json": components["schemas"]["user_source_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_source"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_source_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_source"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    user_source_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "addresses": [
                 *         "192.0.2.10"
                 *       ],
                 *       "base_dn": ""
                 *     }
                 */
                "application/json": components["schemas"]["user_source_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_source"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_source_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    user_source_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["user_source_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_source"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    address_pool_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "kind" | "-kind" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description ipv4: Framed-IP-Address; ipv6_prefix: Framed-IPv6-Prefix; delegated_prefix: Delegated-IPv6-Prefix */
                kind?: "ipv4" | "ipv6_prefix" | "delegated_prefix";
                /** @description values, separated by commas */
                kind__in?: string;
                /** @description true: is null */
                kind__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["address_pool"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    address_pool_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "kind": "ipv4",
                 *       "networks": [
                 *         "192.0.2.0/24"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["address_pool_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_pool"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    address_pool_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_pool"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    address_pool_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "kind": "ipv4",
                 *       "networks": [
                 *         "192.0.2.0/24"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["address_pool_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_pool"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    address_pool_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    address_pool_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["address_pool_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_pool"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    address_lease_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "address" | "-address" | "station" | "-station" | "client" | "-client" | "granted" | "-granted" | "held_until" | "-held_until";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                address?: string;
                /** @description values, separated by commas */
                address__in?: string;
                /** @description true: is null */
                address__isnull?: boolean;
                /** @description contains, ignoring case */
                address__icontains?: string;
                /** @description the device: 12 digits of a MAC address, or what the NAS sent */
                station?: string;
                /** @description values, separated by commas */
                station__in?: string;
                /** @description true: is null */
                station__isnull?: boolean;
                /** @description contains, ignoring case */
                station__icontains?: string;
                /** @description id of the AAA client that asked */
                client?: number;
                /** @description values, separated by commas */
                client__in?: string;
                /** @description true: is null */
                client__isnull?: boolean;
                /** @description greater than or equal to; id of the AAA client that asked */
                client__gte?: number;
                /** @description less than or equal to; id of the AAA client that asked */
                client__lte?: number;
                /** @description the last login that got it */
                granted?: string;
                /** @description values, separated by commas */
                granted__in?: string;
                /** @description true: is null */
                granted__isnull?: boolean;
                /** @description greater than or equal to; the last login that got it */
                granted__gte?: string;
                /** @description less than or equal to; the last login that got it */
                granted__lte?: string;
                /** @description kept at least until then; after it by an open session that has the address, and else for the next login of the same user or device */
                held_until?: string;
                /** @description values, separated by commas */
                held_until__in?: string;
                /** @description true: is null */
                held_until__isnull?: boolean;
                /** @description greater than or equal to; kept at least until then; after it by an open session that has the address, and else for the next login of the same user or device */
                held_until__gte?: string;
                /** @description less than or equal to; kept at least until then; after it by an open session that has the address, and else for the next login of the same user or device */
                held_until__lte?: string;
                pool?: number;
                user?: number;
                username?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["address_lease"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    address_lease_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_lease"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    address_lease_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_link_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "location" | "-location" | "state" | "-state" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of a location */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location: its guests log in only at its access points; null: everywhere */
                location__gte?: number;
                /** @description less than or equal to; id of a location: its guests log in only at its access points; null: everywhere */
                location__lte?: number;
                /** @description whether the link is alive; written on each change */
                state?: "unknown" | "up" | "down";
                /** @description values, separated by commas */
                state__in?: string;
                /** @description true: is null */
                state__isnull?: boolean;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["pms_link"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_link_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "host": "192.0.2.10",
                 *       "port": 1
                 *     }
                 */
                "application/json": components["schemas"]["pms_link_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pms_link"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_link_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pms_link"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_link_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "host": "192.0.2.10",
                 *       "port": 1
                 *     }
                 */
                "application/json": components["schemas"]["pms_link_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pms_link"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_link_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_link_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["pms_link_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pms_link"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_guest_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "location" | "-location" | "user" | "-user" | "departure" | "-departure" | "checked_out" | "-checked_out" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description id of the location of the link */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of the location of the link */
                location__gte?: number;
                /** @description less than or equal to; id of the location of the link */
                location__lte?: number;
                /** @description id of its user; null: the guest has not logged in yet */
                user?: number;
                /** @description values, separated by commas */
                user__in?: string;
                /** @description true: is null */
                user__isnull?: boolean;
                /** @description greater than or equal to; id of its user; null: the guest has not logged in yet */
                user__gte?: number;
                /** @description less than or equal to; id of its user; null: the guest has not logged in yet */
                user__lte?: number;
                /** @description a date: the user of the guest expires at its end */
                departure?: string;
                /** @description values, separated by commas */
                departure__in?: string;
                /** @description true: is null */
                departure__isnull?: boolean;
                /** @description contains, ignoring case */
                departure__icontains?: string;
                /** @description null: the guest is in house */
                checked_out?: string;
                /** @description values, separated by commas */
                checked_out__in?: string;
                /** @description true: is null */
                checked_out__isnull?: boolean;
                /** @description greater than or equal to; null: the guest is in house */
                checked_out__gte?: string;
                /** @description less than or equal to; null: the guest is in house */
                checked_out__lte?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
                link?: number;
                room?: string;
                last_name?: string;
                reservation?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["pms_guest"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_guest_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pms_guest"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_posting_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "user" | "-user" | "created" | "-created" | "answered" | "-answered";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description id of its user */
                user?: number;
                /** @description values, separated by commas */
                user__in?: string;
                /** @description true: is null */
                user__isnull?: boolean;
                /** @description greater than or equal to; id of its user */
                user__gte?: number;
                /** @description less than or equal to; id of its user */
                user__lte?: number;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                answered?: string;
                /** @description values, separated by commas */
                answered__in?: string;
                /** @description true: is null */
                answered__isnull?: boolean;
                /** @description greater than or equal to */
                answered__gte?: string;
                /** @description less than or equal to */
                answered__lte?: string;
                link?: number;
                guest?: number;
                room?: string;
                /** @description unconfirmed: it was sent, and the link ended before the answer; it is not sent again, so that no guest pays twice */
                state?: "due" | "sent" | "posted" | "refused" | "unconfirmed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["pms_posting"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    pms_posting_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pms_posting"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    hostspot_access_points_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "location" | "-location" | "mac" | "-mac" | "ssid" | "-ssid" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                /** @description id of a location */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location */
                location__gte?: number;
                /** @description less than or equal to; id of a location */
                location__lte?: number;
                /** @description a MAC address in any usual spelling */
                mac?: string;
                /** @description values, separated by commas */
                mac__in?: string;
                /** @description true: is null */
                mac__isnull?: boolean;
                /** @description contains, ignoring case */
                mac__icontains?: string;
                ssid?: string;
                /** @description values, separated by commas */
                ssid__in?: string;
                /** @description true: is null */
                ssid__isnull?: boolean;
                /** @description contains, ignoring case */
                ssid__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
                /** @description true: only those with coordinates */
                have_coordinates?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["hostspot_access_points"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    hostspot_locations_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "parent" | "-parent" | "city" | "-city" | "country" | "-country" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                /** @description id of a location */
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of a location */
                parent__gte?: number;
                /** @description less than or equal to; id of a location */
                parent__lte?: number;
                city?: string;
                /** @description values, separated by commas */
                city__in?: string;
                /** @description true: is null */
                city__isnull?: boolean;
                /** @description contains, ignoring case */
                city__icontains?: string;
                /** @description two capital letters (ISO 3166-1) */
                country?: string;
                /** @description values, separated by commas */
                country__in?: string;
                /** @description true: is null */
                country__isnull?: boolean;
                /** @description contains, ignoring case */
                country__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
                /** @description true: only those with coordinates */
                have_coordinates?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["location"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_access_devices_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "location" | "-location" | "mac" | "-mac" | "ssid" | "-ssid" | "identifier" | "-identifier" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to */
                organization__gte?: number;
                /** @description less than or equal to */
                organization__lte?: number;
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to */
                location__gte?: number;
                /** @description less than or equal to */
                location__lte?: number;
                /** @description a MAC address in any usual spelling */
                mac?: string;
                /** @description values, separated by commas */
                mac__in?: string;
                /** @description true: is null */
                mac__isnull?: boolean;
                /** @description contains, ignoring case */
                mac__icontains?: string;
                ssid?: string;
                /** @description values, separated by commas */
                ssid__in?: string;
                /** @description true: is null */
                ssid__isnull?: boolean;
                /** @description contains, ignoring case */
                ssid__icontains?: string;
                identifier?: string;
                /** @description values, separated by commas */
                identifier__in?: string;
                /** @description true: is null */
                identifier__isnull?: boolean;
                /** @description contains, ignoring case */
                identifier__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["device_app_access_devices"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_access_points_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "location" | "-location" | "mac" | "-mac" | "ssid" | "-ssid" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                /** @description id of a location */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location */
                location__gte?: number;
                /** @description less than or equal to; id of a location */
                location__lte?: number;
                /** @description a MAC address in any usual spelling */
                mac?: string;
                /** @description values, separated by commas */
                mac__in?: string;
                /** @description true: is null */
                mac__isnull?: boolean;
                /** @description contains, ignoring case */
                mac__icontains?: string;
                ssid?: string;
                /** @description values, separated by commas */
                ssid__in?: string;
                /** @description true: is null */
                ssid__isnull?: boolean;
                /** @description contains, ignoring case */
                ssid__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["hostspot_access_points"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_locations_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "parent" | "-parent" | "city" | "-city" | "country" | "-country" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                /** @description id of a location */
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of a location */
                parent__gte?: number;
                /** @description less than or equal to; id of a location */
                parent__lte?: number;
                city?: string;
                /** @description values, separated by commas */
                city__in?: string;
                /** @description true: is null */
                city__isnull?: boolean;
                /** @description contains, ignoring case */
                city__icontains?: string;
                /** @description two capital letters (ISO 3166-1) */
                country?: string;
                /** @description values, separated by commas */
                country__in?: string;
                /** @description true: is null */
                country__isnull?: boolean;
                /** @description contains, ignoring case */
                country__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["location"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    access_point_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "location" | "-location" | "mac" | "-mac" | "ssid" | "-ssid" | "identifier" | "-identifier" | "device" | "-device" | "device_status" | "-device_status" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                /** @description id of a location */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location */
                location__gte?: number;
                /** @description less than or equal to; id of a location */
                location__lte?: number;
                /** @description a MAC address in any usual spelling */
                mac?: string;
                /** @description values, separated by commas */
                mac__in?: string;
                /** @description true: is null */
                mac__isnull?: boolean;
                /** @description contains, ignoring case */
                mac__icontains?: string;
                ssid?: string;
                /** @description values, separated by commas */
                ssid__in?: string;
                /** @description true: is null */
                ssid__isnull?: boolean;
                /** @description contains, ignoring case */
                ssid__icontains?: string;
                identifier?: string;
                /** @description values, separated by commas */
                identifier__in?: string;
                /** @description true: is null */
                identifier__isnull?: boolean;
                /** @description contains, ignoring case */
                identifier__icontains?: string;
                /** @description id of the inventory_device that it is: see access_point there */
                device?: number;
                /** @description values, separated by commas */
                device__in?: string;
                /** @description true: is null */
                device__isnull?: boolean;
                /** @description greater than or equal to; id of the inventory_device that it is: see access_point there */
                device__gte?: number;
                /** @description less than or equal to; id of the inventory_device that it is: see access_point there */
                device__lte?: number;
                /** @description true: the device answered the last request */
                device_status?: boolean;
                /** @description values, separated by commas */
                device_status__in?: string;
                /** @description true: is null */
                device_status__isnull?: boolean;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["access_point"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    access_point_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby-ap-1",
                 *       "mac": "02:00:5E:00:53:01"
                 *     }
                 */
                "application/json": components["schemas"]["access_point_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["access_point"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    access_point_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["access_point"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    access_point_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby-ap-1",
                 *       "mac": "02:00:5E:00:53:01"
                 *     }
                 */
                "application/json": components["schemas"]["access_point_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["access_point"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    access_point_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    access_point_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby-ap-1",
                 *       "mac": "02:00:5E:00:53:01"
                 *     }
                 */
                "application/json": components["schemas"]["access_point_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["access_point"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    location_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "parent" | "-parent" | "city" | "-city" | "country" | "-country" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of an organization */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization */
                organization__lte?: number;
                /** @description id of a location */
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of a location */
                parent__gte?: number;
                /** @description less than or equal to; id of a location */
                parent__lte?: number;
                city?: string;
                /** @description values, separated by commas */
                city__in?: string;
                /** @description true: is null */
                city__isnull?: boolean;
                /** @description contains, ignoring case */
                city__icontains?: string;
                /** @description two capital letters (ISO 3166-1) */
                country?: string;
                /** @description values, separated by commas */
                country__in?: string;
                /** @description true: is null */
                country__isnull?: boolean;
                /** @description contains, ignoring case */
                country__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["location"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    location_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["location_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["location"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    location_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["location"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    location_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["location_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["location"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    location_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    location_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["location_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["location"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_register_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mac": "02:00:5E:00:53:02",
                 *       "number": "+44 20 7946 0018",
                 *       "username": "room-101",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["device_app_register_body"];
                /**
                 * @example {
                 *       "data": "{\"mac\":\"02:00:5E:00:53:02\",\"number\":\"+44 20 7946 0018\",\"username\":\"room-101\",\"password\":\"correct horse\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["device_app_register"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_user_authenticate_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["device_app_user_authenticate_body"];
                /**
                 * @example {
                 *       "data": "{\"username\":\"room-101\",\"password\":\"correct horse\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["device_app_user_authenticate"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_user_update_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "room-101",
                 *       "klass": "gold"
                 *     }
                 */
                "application/json": components["schemas"]["device_app_user_update_body"];
                /**
                 * @example {
                 *       "data": "{\"username\":\"room-101\",\"klass\":\"gold\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["device_app_user_update"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_connection_log_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description Wi-Fi, mobile, Bluetooth, Ethernet */
                network_type?: "wi" | "mo" | "bl" | "et";
                /** @description values, separated by commas */
                network_type__in?: string;
                /** @description true: is null */
                network_type__isnull?: boolean;
                network_name?: string;
                /** @description values, separated by commas */
                network_name__in?: string;
                /** @description true: is null */
                network_name__isnull?: boolean;
                /** @description contains, ignoring case */
                network_name__icontains?: string;
                /** @description a MAC address in any usual spelling */
                bssid?: string;
                /** @description values, separated by commas */
                bssid__in?: string;
                /** @description true: is null */
                bssid__isnull?: boolean;
                /** @description contains, ignoring case */
                bssid__icontains?: string;
                start_datetime?: string;
                /** @description values, separated by commas */
                start_datetime__in?: string;
                /** @description true: is null */
                start_datetime__isnull?: boolean;
                /** @description greater than or equal to */
                start_datetime__gte?: string;
                /** @description less than or equal to */
                start_datetime__lte?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                device?: number;
                access_point?: number;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["device_app_connection_log"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_connection_log_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "network_type": "wi",
                 *       "network_security": "opn",
                 *       "mac": "02:00:5E:00:53:02",
                 *       "number": "+44 20 7946 0018"
                 *     }
                 */
                "application/json": components["schemas"]["device_app_connection_log_body"] | components["schemas"]["device_app_connection_log_body"][];
                /**
                 * @example {
                 *       "data": "{\"network_type\":\"wi\",\"network_security\":\"opn\",\"mac\":\"02:00:5E:00:53:02\",\"number\":\"+44 20 7946 0018\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["device_app_test_report_written"] | (components["schemas"]["device_app_test_report_written"] | components["schemas"]["device_app_connection_log_written"])[];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_test_report_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                /** @description Wi-Fi, mobile, Bluetooth, Ethernet */
                network_type?: "wi" | "mo" | "bl" | "et";
                /** @description values, separated by commas */
                network_type__in?: string;
                /** @description true: is null */
                network_type__isnull?: boolean;
                network_name?: string;
                /** @description values, separated by commas */
                network_name__in?: string;
                /** @description true: is null */
                network_name__isnull?: boolean;
                /** @description contains, ignoring case */
                network_name__icontains?: string;
                /** @description download, upload, latency, jitter, DNS response */
                test_type?: "dl" | "ul" | "la" | "ji" | "dn";
                /** @description values, separated by commas */
                test_type__in?: string;
                /** @description true: is null */
                test_type__isnull?: boolean;
                /** @description a URL, a host name or an address */
                destination?: string;
                /** @description values, separated by commas */
                destination__in?: string;
                /** @description true: is null */
                destination__isnull?: boolean;
                /** @description contains, ignoring case */
                destination__icontains?: string;
                datetime?: string;
                /** @description values, separated by commas */
                datetime__in?: string;
                /** @description true: is null */
                datetime__isnull?: boolean;
                /** @description greater than or equal to */
                datetime__gte?: string;
                /** @description less than or equal to */
                datetime__lte?: string;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                device?: number;
                access_point?: number;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["device_app_test_report"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_test_report_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "network_type": "wi",
                 *       "test_type": "dl",
                 *       "destination": "speed.example.net",
                 *       "value": 48.2
                 *     }
                 */
                "application/json": components["schemas"]["device_app_test_report_body"] | components["schemas"]["device_app_test_report_body"][];
                /**
                 * @example {
                 *       "data": "{\"network_type\":\"wi\",\"test_type\":\"dl\",\"destination\":\"speed.example.net\",\"value\":48.2}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["device_app_test_report_written"] | components["schemas"]["device_app_test_report_written"][];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    device_app_connection_summary_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
                /** @description id or device_id of a registered device */
                device_id?: string;
                /** @description name of an app */
                app_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["device_app_connection_summary"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_controller_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "vendor" | "-vendor" | "location" | "-location" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                vendor?: "coovachilli" | "mikrotik" | "opennds" | "meraki" | "cambium" | "fortinet" | "cisco_wlc" | "aruba" | "ruckus_smartzone" | "ruckus_zonedirector" | "extreme" | "huawei" | "h3c" | "omada" | "unifi" | "radius";
                /** @description values, separated by commas */
                vendor__in?: string;
                /** @description true: is null */
                vendor__isnull?: boolean;
                /** @description id of a location */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location: serves only its access points, ahead of a controller without a location; null: all */
                location__gte?: number;
                /** @description less than or equal to; id of a location: serves only its access points, ahead of a controller without a location; null: all */
                location__lte?: number;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["portal_controller"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_controller_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "vendor": "coovachilli",
                 *       "username": "room-101",
                 *       "password": "correct horse",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["portal_controller_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_controller"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_controller_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_controller"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_controller_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "vendor": "coovachilli",
                 *       "username": "room-101",
                 *       "password": "correct horse",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["portal_controller_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_controller"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_controller_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_controller_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview",
                 *       "username": "room-101",
                 *       "password": "correct horse",
                 *       "secret": "a secret of 22 octets!"
                 *     }
                 */
                "application/json": components["schemas"]["portal_controller_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_controller"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "location" | "-location" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description id of a location */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location: serves only its access points, ahead of a page without a location; null: all */
                location__gte?: number;
                /** @description less than or equal to; id of a location: serves only its access points, ahead of a page without a location; null: all */
                location__lte?: number;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["portal_page"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["portal_page_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_page_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_page"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["portal_page_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_page_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["portal_page_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_page_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_preview_create: {
        parameters: {
            query?: {
                /** @description that the guest has chosen; default: the first of the page */
                language?: string;
            };
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Seaview"
                 *     }
                 */
                "application/json": components["schemas"]["portal_page_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_page_preview"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_version_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description id of a portal_page */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["portal_page_version"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_version_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_page_version"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_page_version_restore_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_page_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_service_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "kind" | "-kind" | "location" | "-location" | "is_active" | "-is_active" | "created" | "-created" | "last_change" | "-last_change";
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description the login kind that it is for */
                kind?: "sms" | "oidc";
                /** @description values, separated by commas */
                kind__in?: string;
                /** @description true: is null */
                kind__isnull?: boolean;
                /** @description id of a location */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location: serves only its access points, ahead of a service without a location; null: all */
                location__gte?: number;
                /** @description less than or equal to; id of a location: serves only its access points, ahead of a service without a location; null: all */
                location__lte?: number;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created?: string;
                /** @description values, separated by commas */
                created__in?: string;
                /** @description true: is null */
                created__isnull?: boolean;
                /** @description greater than or equal to */
                created__gte?: string;
                /** @description less than or equal to */
                created__lte?: string;
                last_change?: string;
                /** @description values, separated by commas */
                last_change__in?: string;
                /** @description true: is null */
                last_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_change__gte?: string;
                /** @description less than or equal to */
                last_change__lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["portal_service"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_service_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "messages",
                 *       "kind": "sms",
                 *       "url": "https://sms.example.net/send"
                 *     }
                 */
                "application/json": components["schemas"]["portal_service_body"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_service"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_service_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_service"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_service_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "messages",
                 *       "kind": "sms",
                 *       "url": "https://sms.example.net/send"
                 *     }
                 */
                "application/json": components["schemas"]["portal_service_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_service"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_service_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_service_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "messages",
                 *       "kind": "sms",
                 *       "url": "https://sms.example.net/send"
                 *     }
                 */
                "application/json": components["schemas"]["portal_service_change"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_service"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_login_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uid": "room-101",
                 *       "ap_mac": "02:00:5E:00:53:01",
                 *       "mac": "02:00:5E:00:53:02",
                 *       "ip": "192.0.2.50",
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["portal_login_body"];
                /**
                 * @example {
                 *       "data": "{\"uid\":\"room-101\",\"ap_mac\":\"02:00:5E:00:53:01\",\"mac\":\"02:00:5E:00:53:02\",\"ip\":\"192.0.2.50\",\"password\":\"correct horse\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_login"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            429: components["responses"]["throttled"];
            503: components["responses"]["unavailable"];
        };
    };
    portal_logout_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uid": "room-101",
                 *       "mac": "02:00:5E:00:53:02"
                 *     }
                 */
                "application/json": components["schemas"]["portal_logout_body"];
                /**
                 * @example {
                 *       "data": "{\"uid\":\"room-101\",\"mac\":\"02:00:5E:00:53:02\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["portal_logout"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    txlog_portal_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                datetime?: string;
                /** @description values, separated by commas */
                datetime__in?: string;
                /** @description true: is null */
                datetime__isnull?: boolean;
                /** @description greater than or equal to */
                datetime__gte?: string;
                /** @description less than or equal to */
                datetime__lte?: string;
                /** @description 200: success */
                status?: number;
                /** @description values, separated by commas */
                status__in?: string;
                /** @description true: is null */
                status__isnull?: boolean;
                /** @description greater than or equal to; 200: success */
                status__gte?: number;
                /** @description less than or equal to; 200: success */
                status__lte?: number;
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                /** @description a MAC address in any usual spelling */
                mac?: string;
                /** @description values, separated by commas */
                mac__in?: string;
                /** @description true: is null */
                mac__isnull?: boolean;
                /** @description contains, ignoring case */
                mac__icontains?: string;
                ip?: string;
                /** @description values, separated by commas */
                ip__in?: string;
                /** @description true: is null */
                ip__isnull?: boolean;
                /** @description contains, ignoring case */
                ip__icontains?: string;
                session_id?: string;
                /** @description values, separated by commas */
                session_id__in?: string;
                /** @description true: is null */
                session_id__isnull?: boolean;
                /** @description contains, ignoring case */
                session_id__icontains?: string;
                type?: "ua" | "ui" | "uo" | "ur" | "pp" | "ve" | "uu" | "uc" | "up" | "us" | "ux" | "ut" | "uk" | "ub" | "vs" | "vt" | "sl" | "pv" | "pr" | "pc" | "pf" | "ad" | "ac" | "tr" | "ms" | "er";
                user?: number;
                page?: number;
                access_point?: number;
                location?: number;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["txlog_portal"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    txlog_portal_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The body may also be in a field `data`, as an object or as JSON text. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "pp",
                 *       "uid": "room-101",
                 *       "ap_mac": "02:00:5E:00:53:01",
                 *       "mac": "02:00:5E:00:53:02",
                 *       "ip": "192.0.2.50"
                 *     }
                 */
                "application/json": components["schemas"]["txlog_portal_body"];
                /**
                 * @example {
                 *       "data": "{\"type\":\"pp\",\"uid\":\"room-101\",\"ap_mac\":\"02:00:5E:00:53:01\",\"mac\":\"02:00:5E:00:53:02\",\"ip\":\"192.0.2.50\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description the body as JSON text */
                    data?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["txlog_portal_written"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    events_retrieve: {
        parameters: {
            query?: {
                /** @description default: all that the role may read */
                kind?: "device" | "session" | "operation" | "alert" | "user" | "voucher";
                /** @description kinds, separated by commas */
                kind__in?: string;
                /** @description this organization and those below it; default: the organizations of the token */
                organization?: number;
                /** @description ends the stream after this time; 0: after the events since Last-Event-ID; default: never */
                seconds?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    user_erase_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for its end */
                wait?: number;
            };
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["privacy_job"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_export_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for its end */
                wait?: number;
            };
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["privacy_job"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_username_erase_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for its end */
                wait?: number;
            };
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["privacy_job"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    user_username_export_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for its end */
                wait?: number;
            };
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                username: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["idempotency_replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["privacy_job"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["media_type"];
            503: components["responses"]["unavailable"];
        };
    };
    privacy_job_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                kind?: "erase" | "export";
                /** @description id of the user, who does not exist after an erasure */
                user?: number;
                status?: "scheduled" | "running" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["privacy_job"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    privacy_job_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["privacy_job"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    privacy_job_content_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown[];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    audit_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description assigned by the gateway */
                id?: number;
                /** @description values, separated by commas */
                id__in?: string;
                /** @description true: is null */
                id__isnull?: boolean;
                /** @description greater than or equal to; assigned by the gateway */
                id__gte?: number;
                /** @description less than or equal to; assigned by the gateway */
                id__lte?: number;
                datetime?: string;
                /** @description values, separated by commas */
                datetime__in?: string;
                /** @description true: is null */
                datetime__isnull?: boolean;
                /** @description greater than or equal to */
                datetime__gte?: string;
                /** @description less than or equal to */
                datetime__lte?: string;
                /** @description of a command on the machine `os:` and the user of its system; `gateway`: the gateway itself; empty: the authentication failed */
                username?: string;
                /** @description values, separated by commas */
                username__in?: string;
                /** @description true: is null */
                username__isnull?: boolean;
                /** @description contains, ignoring case */
                username__icontains?: string;
                /** @description COMMAND: a command on the machine; TASK: deletions by the gateway itself; GET and HEAD: the authentication failed */
                method?: "POST" | "PUT" | "PATCH" | "DELETE" | "GET" | "HEAD" | "COMMAND" | "TASK";
                /** @description values, separated by commas */
                method__in?: string;
                /** @description true: is null */
                method__isnull?: boolean;
                /** @description path of the operation, /control/api/v1/inventory_device/{id}/, or the command, gatehouse apply, or the task, retention */
                path?: string;
                /** @description values, separated by commas */
                path__in?: string;
                /** @description true: is null */
                path__isnull?: boolean;
                /** @description contains, ignoring case */
                path__icontains?: string;
                /** @description id of the object, or its key in the path; of a task the table */
                object?: string;
                /** @description values, separated by commas */
                object__in?: string;
                /** @description true: is null */
                object__isnull?: boolean;
                /** @description contains, ignoring case */
                object__icontains?: string;
                /** @description HTTP status of the reply; of a command its exit status */
                status?: number;
                /** @description values, separated by commas */
                status__in?: string;
                /** @description true: is null */
                status__isnull?: boolean;
                /** @description greater than or equal to; HTTP status of the reply; of a command its exit status */
                status__gte?: number;
                /** @description less than or equal to; HTTP status of the reply; of a command its exit status */
                status__lte?: number;
                outcome?: "done" | "refused" | "failed";
                /** @description values, separated by commas */
                outcome__in?: string;
                /** @description true: is null */
                outcome__isnull?: boolean;
                /** @description the header x-request-id of the reply; null: a command */
                request_id?: string;
                /** @description values, separated by commas */
                request_id__in?: string;
                /** @description true: is null */
                request_id__isnull?: boolean;
                /** @description contains, ignoring case */
                request_id__icontains?: string;
                user?: number;
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["audit"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    audit_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                /** @description assigned by the gateway */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["audit"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
}
