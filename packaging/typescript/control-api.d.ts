// Made by `npm run generate` from the OpenAPI document of /control/api/v1.

export interface paths {
    "/control/api/v1/inventory_device/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices
         * @description List devices. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_list"];
        put?: never;
        /**
         * Create a device
         * @description Create a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. The body may also be a list, as JSON or CSV. It is applied as a whole or rejected with errors by row, for CSV with line numbers. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device
         * @description Get a device. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_retrieve"];
        /**
         * Replace a device
         * @description Replace a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_replace"];
        post?: never;
        /**
         * Delete a device
         * @description Delete a device. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        delete: operations["inventory_device_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a device
         * @description Change a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_device_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_device_diags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List diagnostics
         * @description List diagnostics. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_diags_list"];
        put?: never;
        /**
         * Schedule a diagnostic
         * @description Schedule a diagnostic. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_diags_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_headless_operation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List headless operations
         * @description List headless operations. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_headless_operation_list"];
        put?: never;
        /**
         * Schedule a headless operation
         * @description Schedule a headless operation. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_headless_operation_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_ipping/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ping a device from the gateway
         * @description Ping a device from the gateway. Objects of other organizations return 404. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_ipping_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_operation/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Run an operation on a device
         * @description Run an operation on a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_operation_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_setting/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settings of a device
         * @description List settings of a device. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_setting_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_setting/{parent_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace all settings of a device
         * @description Replace all settings of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_setting_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of a device
         * @description Change settings of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_device_setting_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_device_variables/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List variables of a device
         * @description List variables of a device. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_variables_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_variables/{parent_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set variables of a device
         * @description Set variables of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_variables_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices
         * @description List devices. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_name_list"];
        put?: never;
        /**
         * Create a device
         * @description Create a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. The body may also be a list, as JSON or CSV. It is applied as a whole or rejected with errors by row, for CSV with line numbers. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_name_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name/{name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device
         * @description Get a device. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_name_retrieve"];
        /**
         * Replace a device
         * @description Replace a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_name_replace"];
        post?: never;
        /**
         * Delete a device
         * @description Delete a device. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        delete: operations["inventory_device_name_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a device
         * @description Change a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_device_name_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_diags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List diagnostics
         * @description List diagnostics. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_name_diags_list"];
        put?: never;
        /**
         * Schedule a diagnostic
         * @description Schedule a diagnostic. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_name_diags_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_headless_operation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List headless operations
         * @description List headless operations. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_name_headless_operation_list"];
        put?: never;
        /**
         * Schedule a headless operation
         * @description Schedule a headless operation. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_name_headless_operation_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_ipping/{name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ping a device from the gateway
         * @description Ping a device from the gateway. Objects of other organizations return 404. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_name_ipping_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_operation/{name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Run an operation on a device
         * @description Run an operation on a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_name_operation_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_setting/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settings of a device
         * @description List settings of a device. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_name_setting_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_setting/{parent__name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace all settings of a device
         * @description Replace all settings of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_name_setting_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of a device
         * @description Change settings of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_device_name_setting_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_variables/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List variables of a device
         * @description List variables of a device. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_name_variables_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_name_variables/{parent__name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set variables of a device
         * @description Set variables of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_name_variables_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices
         * @description List devices. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_serial_list"];
        put?: never;
        /**
         * Create a device
         * @description Create a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. The body may also be a list, as JSON or CSV. It is applied as a whole or rejected with errors by row, for CSV with line numbers. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_serial_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial/{serial_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device
         * @description Get a device. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_serial_retrieve"];
        /**
         * Replace a device
         * @description Replace a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_serial_replace"];
        post?: never;
        /**
         * Delete a device
         * @description Delete a device. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        delete: operations["inventory_device_serial_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a device
         * @description Change a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_device_serial_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_diags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List diagnostics
         * @description List diagnostics. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_serial_diags_list"];
        put?: never;
        /**
         * Schedule a diagnostic
         * @description Schedule a diagnostic. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_serial_diags_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_headless_operation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List headless operations
         * @description List headless operations. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_serial_headless_operation_list"];
        put?: never;
        /**
         * Schedule a headless operation
         * @description Schedule a headless operation. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_device_serial_headless_operation_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_ipping/{serial_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ping a device from the gateway
         * @description Ping a device from the gateway. Objects of other organizations return 404. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_serial_ipping_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_operation/{serial_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Run an operation on a device
         * @description Run an operation on a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_serial_operation_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_setting/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settings of a device
         * @description List settings of a device. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_serial_setting_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_setting/{parent__serial_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace all settings of a device
         * @description Replace all settings of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_serial_setting_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of a device
         * @description Change settings of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_device_serial_setting_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_variables/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List variables of a device
         * @description List variables of a device. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_serial_variables_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_serial_variables/{parent__serial_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set variables of a device
         * @description Set variables of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_device_serial_variables_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_whip/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the available operations of a device
         * @description Get the available operations of a device. Objects of other organizations return 404. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_whip_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_connection_profile/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connection profiles
         * @description List connection profiles. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_connection_profile_list"];
        put?: never;
        /**
         * Create a connection profile
         * @description Create a connection profile. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_connection_profile_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_connection_profile/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection profile
         * @description Get a connection profile. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_connection_profile_retrieve"];
        /**
         * Replace a connection profile
         * @description Replace a connection profile. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_connection_profile_replace"];
        post?: never;
        /**
         * Delete a connection profile
         * @description Delete a connection profile. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["inventory_connection_profile_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a connection profile
         * @description Change a connection profile. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_connection_profile_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_firmware_image/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List firmware images
         * @description List firmware images. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_firmware_image_list"];
        put?: never;
        /**
         * Create a firmware image
         * @description Create a firmware image. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_firmware_image_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_firmware_image/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a firmware image
         * @description Get a firmware image. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_firmware_image_retrieve"];
        /**
         * Replace a firmware image
         * @description Replace a firmware image. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_firmware_image_replace"];
        post?: never;
        /**
         * Delete a firmware image
         * @description Delete a firmware image. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["inventory_firmware_image_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a firmware image
         * @description Change a firmware image. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_firmware_image_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_device_log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries of the device log
         * @description List entries of the device log. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_log_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_log/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry of the device log
         * @description Get an entry of the device log. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_device_log_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_device_availability/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compute how long devices were up and down
         * @description Compute how long devices were up and down. Lists objects of the caller's organization and of organizations below it. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin`, `read_only` and `reports`.
         */
        get: operations["inventory_device_availability_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_metric/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List metrics
         * @description List metrics. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_metric_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_metric/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a metric
         * @description Get a metric. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_metric_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_metric_log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries of the metric log
         * @description List entries of the metric log. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_metric_log_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_metric_log/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry of the metric log
         * @description Get an entry of the metric log. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_metric_log_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_parameter/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List parameters
         * @description List parameters. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_parameter_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_parameter/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a parameter
         * @description Get a parameter. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_parameter_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_type/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List device types
         * @description List device types. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_type_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_type/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device type
         * @description Get a device type. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_type_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_variable_set/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List variable sets
         * @description List variable sets. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_variable_set_list"];
        put?: never;
        /**
         * Create a variable set
         * @description Create a variable set. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_variable_set_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_variable_set/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a variable set
         * @description Get a variable set. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_variable_set_retrieve"];
        /**
         * Replace a variable set
         * @description Replace a variable set. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["inventory_variable_set_replace"];
        post?: never;
        /**
         * Delete a variable set
         * @description Delete a variable set. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["inventory_variable_set_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a variable set
         * @description Change a variable set. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["inventory_variable_set_update"];
        trace?: never;
    };
    "/control/api/v1/inventory_configuration/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of configurations
         * @description List versions of configurations. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_configuration_list"];
        put?: never;
        /**
         * Back up the configuration of a device
         * @description Back up the configuration of a device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_configuration_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_configuration/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a configuration
         * @description Get a version of a configuration. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_configuration_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_configuration/{id}/diff/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a configuration
         * @description Compare two versions of a configuration. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_configuration_diff_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_configuration/{id}/restore/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a configuration on its device
         * @description Restore a version of a configuration on its device. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_configuration_restore_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_transaction/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description List transactions. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_transaction_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_transaction/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transaction
         * @description Get a transaction. Lists objects of the caller's organization and of organizations below it. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_transaction_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_transaction/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a transaction that has not begun
         * @description Cancel a transaction that has not begun. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_transaction_cancel_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_series/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List series
         * @description List series. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_series_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_series/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a series
         * @description Get a series. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_series_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_series/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a series, and its run that has not begun
         * @description Cancel a series, and its run that has not begun. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_series_cancel_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_fleet_operation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fleet operations
         * @description List fleet operations. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_fleet_operation_list"];
        put?: never;
        /**
         * Run an operation on many devices
         * @description Run an operation on many devices. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_fleet_operation_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_fleet_operation/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a fleet operation
         * @description Get a fleet operation. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_fleet_operation_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_fleet_operation/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a fleet operation
         * @description Cancel a fleet operation. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_fleet_operation_cancel_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_fleet_operation/{id}/devices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices of a fleet operation
         * @description List the devices of a fleet operation. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_fleet_operation_devices_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_discovery/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List discoveries
         * @description List discoveries. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_discovery_list"];
        put?: never;
        /**
         * Search a network for devices
         * @description Search a network for devices. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_discovery_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_discovery/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a discovery
         * @description Get a discovery. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_discovery_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_discovery/{id}/candidates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of a discovery
         * @description List the results of a discovery. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["inventory_discovery_candidates_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_discovery/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a discovery
         * @description Cancel a discovery. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_discovery_cancel_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/inventory_site_doctor/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out what is wrong at a site
         * @description Find out what is wrong at a site. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["inventory_site_doctor_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/dnsfilter_hostcheck/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a host against the DNS filter
         * @description Check a host against the DNS filter. Objects of other organizations return 404. Callers: `admin` and `read_only`.
         */
        get: operations["dnsfilter_hostcheck_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/dnsfilter_categoryget/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the category of a DNS check
         * @description Get the category of a DNS check. Objects of other organizations return 404. Callers: `admin` and `read_only`.
         */
        get: operations["dnsfilter_categoryget_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/dnsfilter_category/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List DNS categories
         * @description List DNS categories. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["dnsfilter_category_list"];
        put?: never;
        /**
         * Create a DNS category
         * @description Create a DNS category. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["dnsfilter_category_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/dnsfilter_category/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a DNS category
         * @description Get a DNS category. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["dnsfilter_category_retrieve"];
        /**
         * Replace a DNS category
         * @description Replace a DNS category. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["dnsfilter_category_replace"];
        post?: never;
        /**
         * Delete a DNS category
         * @description Delete a DNS category. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["dnsfilter_category_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a DNS category
         * @description Change a DNS category. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["dnsfilter_category_update"];
        trace?: never;
    };
    "/control/api/v1/dnsfilter_category/{id}/hosts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the hosts of a DNS category
         * @description Get the hosts of a DNS category. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["dnsfilter_category_hosts_retrieve"];
        /**
         * Replace the hosts of a DNS category
         * @description Replace the hosts of a DNS category. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["dnsfilter_category_hosts_replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add and remove hosts of a DNS category
         * @description Add and remove hosts of a DNS category. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["dnsfilter_category_hosts_update"];
        trace?: never;
    };
    "/control/api/v1/dnsfilter_rule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List DNS rules
         * @description List DNS rules. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["dnsfilter_rule_list"];
        put?: never;
        /**
         * Create a DNS rule
         * @description Create a DNS rule. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["dnsfilter_rule_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/dnsfilter_rule/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a DNS rule
         * @description Get a DNS rule. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["dnsfilter_rule_retrieve"];
        /**
         * Replace a DNS rule
         * @description Replace a DNS rule. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["dnsfilter_rule_replace"];
        post?: never;
        /**
         * Delete a DNS rule
         * @description Delete a DNS rule. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["dnsfilter_rule_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a DNS rule
         * @description Change a DNS rule. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["dnsfilter_rule_update"];
        trace?: never;
    };
    "/control/api/v1/alert_rule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert rules
         * @description List alert rules. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["alert_rule_list"];
        put?: never;
        /**
         * Create an alert rule
         * @description Create an alert rule. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["alert_rule_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/alert_rule/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert rule
         * @description Get an alert rule. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["alert_rule_retrieve"];
        /**
         * Replace an alert rule
         * @description Replace an alert rule. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["alert_rule_replace"];
        post?: never;
        /**
         * Delete an alert rule
         * @description Delete an alert rule. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["alert_rule_destroy"];
        options?: never;
        head?: never;
        /**
         * Change an alert rule
         * @description Change an alert rule. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["alert_rule_update"];
        trace?: never;
    };
    "/control/api/v1/alert/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description List alerts. Lists objects of the caller's organization and of organizations below it. A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["alert_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/alert/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert with its history
         * @description Get an alert with its history. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["alert_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/alert/{id}/acknowledge/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert
         * @description Acknowledge an alert. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["alert_acknowledge_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/webhook/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description List webhooks. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["webhook_list"];
        put?: never;
        /**
         * Create a webhook
         * @description Create a webhook. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["webhook_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/webhook/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Get a webhook. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["webhook_retrieve"];
        /**
         * Replace a webhook
         * @description Replace a webhook. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        put: operations["webhook_replace"];
        post?: never;
        /**
         * Delete a webhook
         * @description Delete a webhook. An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        delete: operations["webhook_destroy"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Change a webhook. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        patch: operations["webhook_update"];
        trace?: never;
    };
    "/control/api/v1/webhook/{id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description List the deliveries of a webhook. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["webhook_deliveries_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/webhook/{id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the deliveries again that were given up
         * @description Send the deliveries again that were given up. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["webhook_replay_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/webhook/{id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a webhook to try it
         * @description Call a webhook to try it. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["webhook_test_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/delivery/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description List deliveries. Lists objects of the caller's organization and of organizations below it. Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows. All filters must match. An unknown parameter returns 400. With `Accept: text/csv` the reply has all pages as CSV. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["delivery_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/delivery/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Get a delivery. Objects of other organizations return 404. With `If-None-Match` it returns 304 if the client has the current state. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["delivery_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/delivery/{id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again that was given up
         * @description Send a delivery again that was given up. An unknown key or an invalid value returns 400 with its name, without any change. The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`. With `Idempotency-Key` a repetition within 24 hours returns the first reply without a second execution. An extension of the published interface. Callers: `admin`; a read-only token may not.
         */
        post: operations["delivery_replay_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events as they happen
         * @description Stream events as they happen. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
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
    "/control/api/v1/audit/": {
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
    "/control/api/v1/audit/{id}/": {
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
    "/control/api/v1/gateway_health/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Examine the gateway and its machine
         * @description Examine the gateway and its machine. Objects of other organizations return 404. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["gateway_health_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/gateway_configuration/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration that the gateway has read
         * @description Get the configuration that the gateway has read. Objects of other organizations return 404. An extension of the published interface. Callers: `admin`.
         */
        get: operations["gateway_configuration_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/gateway_task/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the periodic tasks of the gateway with their last runs
         * @description List the periodic tasks of the gateway with their last runs. Lists objects of the caller's organization and of organizations below it. An extension of the published interface. Callers: `admin` and `read_only`.
         */
        get: operations["gateway_task_retrieve"];
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
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "user": 1,
         *       "username": "",
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
         *       "name": "lobby-ap-1",
         *       "url": "http://speed.example.net/",
         *       "template": "gatehouse",
         *       "events": [
         *         "alert"
         *       ],
         *       "min_severity": "info",
         *       "is_active": true,
         *       "pending": 1,
         *       "dead": 1,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        webhook: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; alerts and events of it and those below it are sent */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description an http or https URL; its host must be within `device_networks` */
            url: string;
            /**
             * @description the form of a call: gatehouse (JSON, signed), or that of a service; `{secret}` in the URL stands for the secret
             * @enum {unknown}
             */
            template: "gatehouse" | "slack" | "teams" | "telegram" | "ntfy";
            /** @description what is sent; each kind but alert as the streams of events have it */
            events: ("alert" | "session" | "user" | "voucher" | "operation")[];
            /**
             * @description alerts of a lower severity are not sent
             * @enum {unknown}
             */
            min_severity: "info" | "warning" | "critical";
            is_active: boolean;
            /** @description deliveries that wait */
            pending: number;
            /** @description deliveries that were given up */
            dead: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "alert": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "channel": "webhook",
         *       "webhook": 1,
         *       "event": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "alert_state": null,
         *       "message": "",
         *       "state": "pending",
         *       "attempts": 1,
         *       "next_try": "2026-01-31T12:00:00Z",
         *       "last_error": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "delivered_at": "2026-01-31T12:00:00Z"
         *     }
         */
        delivery: {
            /** @description assigned by the gateway */
            id: number;
            /**
             * Format: uuid
             * @description null: events of other kinds
             */
            alert: string | null;
            /** @enum {unknown} */
            channel: "webhook" | "mail" | "syslog";
            /** @description id of the webhook; null: another channel */
            webhook: number | null;
            /**
             * Format: uuid
             * @description the same at each attempt
             */
            event: string;
            alert_state: string | null;
            message: string;
            /**
             * @description dead: given up
             * @enum {unknown}
             */
            state: "pending" | "delivered" | "dead";
            attempts: number;
            /** Format: date-time */
            next_try: string | null;
            /** @description what the receiver answered at the last attempt; null: it has accepted */
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "lobby-ap-1",
         *       "description": "",
         *       "kind": "threshold",
         *       "severity": "info",
         *       "location": 1,
         *       "type": 1,
         *       "device": 1,
         *       "metric": null,
         *       "labels": {},
         *       "operator": ">",
         *       "threshold": 1,
         *       "clear_threshold": 1,
         *       "polls": 1,
         *       "seconds": 0,
         *       "clear_seconds": 0,
         *       "starts_at": "2026-01-31T12:00:00Z",
         *       "ends_at": "2026-01-31T12:00:00Z",
         *       "is_active": true,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        alert_rule: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; the rule holds for it and those below it */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /**
             * @description threshold: a metric of a device; device_down: a device does not answer; device_misconfigured: devices that are Misconfigured, such as by a wrong password; one alert for each connection profile; gateway: a metric of GET /metrics, of a counter its increase in a minute; maintenance: other rules do not fire from `starts_at` to `ends_at`; portal_guesses: codes or passwords are being guessed at a portal page of the organization or below, where logins are delayed therefore; portal_errors: in the last ten minutes guests could not be let in at an access point of the organization or below (entries of type `er` in the portal log); clock: the clock of a gateway is implausible, so that nothing it has skipped is deleted, ended or begun; see gatehouse clock; nas_clock: the clock of a NAS, of an AAA client of the organization or below, is wrong by more than a minute, so the times of its sessions are corrected; address_pool: in the last ten minutes a login found no free address in an address pool of the organization or below; hotel_system: the link to a hotel system of the organization or below is down; certificate: a certificate of a gateway, such as that of EAP or HTTPS, or a CA of its peers expires within 30 days (one for less than 150 days: in the last fifth of its time), or cannot be read
             * @enum {unknown}
             */
            kind: "threshold" | "device_down" | "device_misconfigured" | "gateway" | "maintenance" | "portal_guesses" | "portal_errors" | "clock" | "nas_clock" | "address_pool" | "hotel_system" | "certificate";
            /** @enum {unknown} */
            severity: "info" | "warning" | "critical";
            /** @description id of a location; devices there and below it. null: everywhere */
            location: number | null;
            /** @description id of an inventory_type; null: any */
            type: number | null;
            /** @description id of an inventory_device; null: any */
            device: number | null;
            /** @description name of the metric of a threshold */
            metric: string | null;
            /** @description only series of the gateway that have these labels; null: all */
            labels: {
                [key: string]: string;
            } | null;
            /** @enum {string|null} */
            operator: ">" | ">=" | "<" | "<=" | null;
            /** @description the condition is `result of the metric` `operator` `threshold` */
            threshold: number | null;
            /** @description the condition ends only beyond this value; null: beyond `threshold` */
            clear_threshold: number | null;
            /** @description results in a row that fulfil the condition before it fires */
            polls: number;
            /** @description time that the condition must hold before the rule fires */
            seconds: number;
            /** @description time that the condition must be over before the alert is resolved; doubles each time that an alert flaps, up to 16 times */
            clear_seconds: number;
            /**
             * Format: date-time
             * @description begin of a maintenance; null: now
             */
            starts_at: string | null;
            /**
             * Format: date-time
             * @description end of a maintenance; null: open
             */
            ends_at: string | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "lobby-ap-1",
         *       "short_name": "",
         *       "description": "",
         *       "experimental": true,
         *       "poll_interval": 1,
         *       "connection_profile": 1,
         *       "connection_profile_name": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_type: {
            /** @description assigned by the gateway */
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            short_name: string;
            description: string;
            /** @description true: no recording, public transcript or device proves what the type does */
            experimental: boolean;
            /** @description seconds between two polls */
            poll_interval: number;
            connection_profile: number | null;
            connection_profile_name: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "lobby-ap-1",
         *       "host": null,
         *       "category": 1,
         *       "subnet": "192.0.2.0/24",
         *       "action": "A",
         *       "redirect_ip": "192.0.2.80",
         *       "reason": null,
         *       "is_active": true,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        dnsfilter_rule: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description the name of the rule in verdicts */
            name: string;
            /** @description a host name; includes all names below it */
            host: string | null;
            /** @description id of a dnsfilter_category; a rule names either a host or a category */
            category: number | null;
            /**
             * Format: network
             * @description the clients that it applies to; null: all
             */
            subnet: string | null;
            /**
             * @description A: allow; R: refuse
             * @enum {unknown}
             */
            action: "A" | "R";
            /**
             * Format: network
             * @description an IPv4 or IPv6 address that refused hosts resolve to
             */
            redirect_ip: string | null;
            /** @description the reason that a verdict gives */
            reason: string | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "lobby-ap-1",
         *       "serial_number": "SN-0001",
         *       "type": 1,
         *       "type_name": "",
         *       "organization": 1,
         *       "organization_name": "",
         *       "description": "",
         *       "location": 1,
         *       "location_name": null,
         *       "access_point": 1,
         *       "parent": 1,
         *       "found_parent": 1,
         *       "latitude": null,
         *       "longitude": null,
         *       "manufacturer": "",
         *       "unique_id": "",
         *       "product_class": "",
         *       "hardware_version": null,
         *       "software_version": null,
         *       "firmware_image": 1,
         *       "mac_address": "02:00:5E:00:53:01",
         *       "attributes": {},
         *       "ip_address": "192.0.2.10",
         *       "connection_profile": 1,
         *       "poll_interval": 1,
         *       "username": null,
         *       "host_key": null,
         *       "tls_fingerprint": null,
         *       "status": true,
         *       "status_text": "Up",
         *       "last_error": null,
         *       "last_status_change": "2026-01-31T12:00:00Z",
         *       "first_connection": "2026-01-31T12:00:00Z",
         *       "last_connection": "2026-01-31T12:00:00Z",
         *       "configuration_status": "synced",
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z",
         *       "sessions": 1,
         *       "metrics": [
         *         {
         *           "metric": "",
         *           "parameter": "",
         *           "interface": null,
         *           "value": "",
         *           "result": 1,
         *           "datetime": "2026-01-31T12:00:00Z"
         *         }
         *       ],
         *       "course": {
         *         "metric": "",
         *         "datetime": "2026-01-31T12:00:00Z",
         *         "step_seconds": 1,
         *         "values": [
         *           1
         *         ]
         *       },
         *       "pending_settings": true
         *     }
         */
        inventory_device: {
            /** @description assigned by the gateway */
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description text that is not blank, without slashes and control characters */
            serial_number: string | null;
            /** @description id of an inventory_type */
            type: number;
            type_name: string;
            /** @description id of an organization */
            organization: number;
            organization_name: string;
            description: string;
            /** @description id of a location */
            location: number | null;
            location_name: string | null;
            /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
            access_point: number | null;
            /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
            parent: number | null;
            /** @description the inventory_device that it is connected through by what devices see on their ports (LLDP, CDP); counts where parent is null */
            found_parent: number | null;
            /** @description degrees, -90 to 90, with at most six decimal places */
            latitude: string | number | null;
            /** @description degrees, -180 to 180, with at most six decimal places */
            longitude: string | number | null;
            manufacturer: string;
            /** @description the manufacturer's OUI */
            unique_id: string;
            product_class: string;
            /** @description as the device reports it */
            hardware_version: string | null;
            /** @description as the device reports it */
            software_version: string | null;
            /** @description id of an inventory_firmware_image, which the operation firmware installs */
            firmware_image: number | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac_address: string | null;
            /** @description further properties by name, at most 65536 octets of JSON */
            attributes: {
                [key: string]: string;
            };
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            ip_address: string | null;
            /** @description id of an inventory_connection_profile; null: the type's own connection */
            connection_profile: number | null;
            /** @description seconds between two polls; null: interval of the connection profile, or else of the type */
            poll_interval: number | null;
            username: string | null;
            /** @description the SSH host key's algorithm and fingerprint; recorded at the first connection, null to accept another once */
            host_key: string | null;
            /** @description SHA-256 fingerprint of the TLS certificate, hexadecimal octets with colons; recorded at the first connection with `tls: pin`, null to accept another once */
            tls_fingerprint: string | null;
            /** @description true: the device answered the last request */
            status: boolean;
            /**
             * @description Misconfigured: type, profile, address or credentials do not fit, so that it was not tried, refused the login, or has another host key or certificate; Unknown: never tried
             * @enum {unknown}
             */
            status_text: "Up" | "Down" | "Misconfigured" | "Unknown";
            /** @description why the device could not be reached */
            last_error: string | null;
            /** Format: date-time */
            last_status_change: string | null;
            /** Format: date-time */
            first_connection: string | null;
            /** Format: date-time */
            last_connection: string | null;
            /**
             * @description whether the device has its desired settings; unknown: it was never read
             * @enum {unknown}
             */
            configuration_status: "synced" | "pending" | "failed" | "drifted" | "unknown";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description with `sessions`: open sessions at the access point that the device is */
            sessions?: number;
            /** @description with `metrics=last`: results of the last poll */
            metrics?: {
                metric: string;
                /** @description variable_name of the parameter */
                parameter: string;
                /** @description name of an interface; null: the result is one of the device */
                interface: string | null;
                /** @description exact value from the device */
                value: string;
                result: number | null;
                /** Format: date-time */
                datetime: string;
            }[];
            /** @description with `course`; null: no result of these metrics */
            course?: {
                metric: string;
                /**
                 * Format: date-time
                 * @description begin of the first value
                 */
                datetime: string;
                step_seconds: number;
                /** @description means, the oldest first; null: no result */
                values: (number | null)[];
            } | null;
            pending_settings?: boolean;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "lobby-ap-1",
         *       "description": "",
         *       "type": "a",
         *       "group": 1,
         *       "group_name": null,
         *       "parameter": [
         *         1
         *       ],
         *       "unit": null
         *     }
         */
        inventory_metric: {
            /** @description assigned by the gateway */
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /**
             * @description a: absolute; c: counter, per second; d: delta
             * @enum {unknown}
             */
            type: "a" | "c" | "d";
            /** @description group of the source parameters */
            group: number | null;
            group_name: string | null;
            /** @description ids of the source parameters */
            parameter: number[];
            unit: string | null;
        };
        /**
         * @example {
         *       "id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "device": 1,
         *       "device_name": "lobby-ap-1",
         *       "operation": "",
         *       "parameters": {},
         *       "status": "running",
         *       "every": 1,
         *       "until": "2026-01-31T12:00:00Z",
         *       "next_run_at": "2026-01-31T12:00:00Z",
         *       "runs": 1,
         *       "missed": 1,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "completed_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_series: {
            /** Format: uuid */
            id: string;
            device: number;
            /** @description text that is not blank, without slashes and control characters */
            device_name: string;
            operation: string;
            parameters: {
                [key: string]: unknown;
            };
            /**
             * @description completed: its last run is scheduled
             * @enum {unknown}
             */
            status: "running" | "completed" | "canceled";
            /** @description seconds from one run to the next */
            every: number;
            /** Format: date-time */
            until: string;
            /** Format: date-time */
            next_run_at: string | null;
            /** @description transactions that it has made */
            runs: number;
            /** @description runs that were due while the gateway was stopped or the run before had not ended */
            missed: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            completed_at: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "lobby-ap-1",
         *       "description": "",
         *       "action": "A",
         *       "redirect_ip": "192.0.2.80",
         *       "hosts_count": 1,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        dnsfilter_category: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /**
             * @description A: allow; R: refuse; null: no action, the category only names its hosts
             * @enum {string|null}
             */
            action: "A" | "R" | null;
            /**
             * Format: network
             * @description an IPv4 or IPv6 address that refused hosts resolve to
             */
            redirect_ip: string | null;
            /** @description number of host names in its list */
            hosts_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "lobby-ap-1",
         *       "short_name": "",
         *       "variable_name": "radio.channel",
         *       "description": "",
         *       "type": "string",
         *       "options": [
         *         {
         *           "value": "",
         *           "label": ""
         *         }
         *       ],
         *       "accepts": {
         *         "octets": {
         *           "minimum": 0,
         *           "maximum": 1
         *         },
         *         "pattern": "",
         *         "minimum": 1,
         *         "maximum": 1,
         *         "numbers": [
         *           1
         *         ],
         *         "description": ""
         *       },
         *       "default_value": null,
         *       "required": true,
         *       "read_only": true,
         *       "metric": true,
         *       "metric_type": "a",
         *       "unit": null,
         *       "target_unit": null,
         *       "group": 1,
         *       "group_name": null,
         *       "discovery": true,
         *       "position": 1,
         *       "device_type": 1,
         *       "experimental": true
         *     }
         */
        inventory_parameter: {
            /** @description assigned by the gateway */
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            short_name: string;
            variable_name: string;
            description: string;
            /** @enum {unknown} */
            type: "string" | "text" | "integer" | "float" | "boolean" | "select" | "date" | "datetime" | "password";
            /** @description choices of a select */
            options: {
                value: string;
                label: string;
            }[] | null;
            accepts: {
                /** @description length of a text in octets of UTF-8 */
                octets?: {
                    minimum: number;
                    maximum: number;
                };
                /** @description regular expression of the whole text */
                pattern?: string;
                minimum?: number;
                maximum?: number;
                /** @description the only numbers, such as channels */
                numbers?: number[];
                /** @description what is accepted, for the error of another value */
                description?: string;
            } | null;
            /** @description value of a setting that a replacing list leaves out; any JSON value */
            default_value: string | number | Record<string, never> | unknown[] | null;
            required: boolean;
            /** @description true: the value is read from the device and cannot be set */
            read_only: boolean;
            /** @description true: a metric is computed from the value */
            metric: boolean;
            /** @enum {string|null} */
            metric_type: "a" | "c" | "d" | null;
            /** @description unit of the value as the device returns it */
            unit: string | null;
            /** @description unit that values are converted to and shown in; null: they have `unit` */
            target_unit: string | null;
            group: number | null;
            group_name: string | null;
            discovery: boolean;
            position: number;
            /** @description id of the inventory_type */
            device_type: number;
            /** @description true: no recording, public transcript or device proves the parameter */
            experimental: boolean;
        };
        /**
         * @example {
         *       "id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "network": "",
         *       "connection_profiles": [
         *         1
         *       ],
         *       "ping": true,
         *       "status": "scheduled",
         *       "addresses": 1,
         *       "scanned": 1,
         *       "candidates": 1,
         *       "error_message": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "started_at": "2026-01-31T12:00:00Z",
         *       "completed_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_discovery: {
            /** Format: uuid */
            id: string;
            network: string;
            connection_profiles: number[];
            /** @description false: addresses that do not answer a ping are asked as well */
            ping: boolean;
            /** @enum {unknown} */
            status: "scheduled" | "running" | "completed" | "failed" | "canceled";
            /** @description of the network */
            addresses: number;
            /** @description addresses that are done */
            scanned: number;
            /** @description machines that answered */
            candidates: number;
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
         *       "parent": {
         *         "id": 1,
         *         "name": "lobby-ap-1",
         *         "serial_number": "SN-0001"
         *       },
         *       "action": "set",
         *       "variable_name": "radio.channel",
         *       "parameter": 1,
         *       "old_value": null,
         *       "value": null,
         *       "is_pending": true,
         *       "is_applied": true,
         *       "applied_at": "2026-01-31T12:00:00Z",
         *       "error_code": null,
         *       "error_message": null,
         *       "user": null,
         *       "origin": "auto",
         *       "transaction": null
         *     }
         */
        inventory_device_log: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: date-time */
            datetime: string;
            parent: {
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
                /** @description text that is not blank, without slashes and control characters */
                serial_number: string | null;
            };
            /** @enum {unknown} */
            action: "set" | "get" | "add_object" | "del_object" | "command" | "event" | "alert";
            variable_name: string | null;
            parameter: number | null;
            old_value: string | null;
            value: string | null;
            is_pending: boolean;
            is_applied: boolean;
            /** Format: date-time */
            applied_at: string | null;
            error_code: string | null;
            error_message: string | null;
            /** @description username; null: the gateway itself */
            user: string | null;
            /** @enum {unknown} */
            origin: "auto" | "manual" | "gui" | "cli" | "script" | "api";
            /** @description id of the transaction of the entry */
            transaction: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "device": {
         *         "id": 1,
         *         "name": "lobby-ap-1"
         *       },
         *       "metric": {
         *         "id": 1,
         *         "name": "lobby-ap-1"
         *       },
         *       "parameter": {
         *         "id": 1,
         *         "name": "lobby-ap-1",
         *         "short_name": "",
         *         "variable_name": "radio.channel"
         *       },
         *       "interface": null,
         *       "value": "",
         *       "result": 1,
         *       "origin": "auto"
         *     }
         */
        inventory_metric_log: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: date-time */
            datetime: string;
            device: {
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
            };
            metric: {
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
            };
            parameter: {
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
                short_name: string;
                variable_name: string;
            };
            /** @description name of an interface; null: the result is one of the device */
            interface: string | null;
            /** @description exact value from the device */
            value: string;
            /** @description null if there is no earlier sample or the counter restarted */
            result: number | null;
            /** @enum {unknown} */
            origin: "auto" | "manual" | "gui" | "cli" | "script" | "api";
        };
        /**
         * @example {
         *       "id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "parent_id": 1,
         *       "parent__name": "lobby-ap-1",
         *       "parent__serial_number": "SN-0001",
         *       "operation": "",
         *       "parameters": {},
         *       "status": "scheduled",
         *       "results": {},
         *       "partial_results": {},
         *       "error_code": null,
         *       "error_message": null,
         *       "run_at": "2026-01-31T12:00:00Z",
         *       "expires_at": "2026-01-31T12:00:00Z",
         *       "waiting_for": "device",
         *       "fleet_operation": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "series": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "started_at": "2026-01-31T12:00:00Z",
         *       "completed_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_transaction: {
            /** Format: uuid */
            id: string;
            parent_id: number;
            /** @description text that is not blank, without slashes and control characters */
            parent__name: string;
            /** @description text that is not blank, without slashes and control characters */
            parent__serial_number: string | null;
            operation: string;
            parameters: {
                [key: string]: unknown;
            };
            /** @enum {unknown} */
            status: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
            /** @description an object; of a headless operation a list with an entry for each variable: get `{variable, value, type}`, set `{variable, status, error}`, add.obj `{variable, instance}`, del.obj `{variable, status}`, where status is applied or error */
            results: Record<string, never> | unknown[] | null;
            /** @description results of a running diagnostic so far */
            partial_results: {
                [key: string]: unknown;
            } | null;
            error_code: string | null;
            error_message: string | null;
            /**
             * Format: date-time
             * @description earliest start; null: immediately
             */
            run_at: string | null;
            /**
             * Format: date-time
             * @description a transaction that has not begun by then ends as expired; null: it waits for ever
             */
            expires_at: string | null;
            /**
             * @description device: it could not be reached, error_message has the reason; the transaction runs when it can be
             * @enum {string|null}
             */
            waiting_for: "device" | null;
            /**
             * Format: uuid
             * @description that it is part of
             */
            fleet_operation: string | null;
            /**
             * Format: uuid
             * @description whose run it is
             */
            series: string | null;
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
         *       "organization": 1,
         *       "organization_name": "",
         *       "name": "lobby-ap-1",
         *       "description": "",
         *       "location": 1,
         *       "type": 1,
         *       "device": 1,
         *       "weight": 0,
         *       "variables": {},
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_variable_set: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization; the set holds for its devices and those below it */
            organization: number;
            organization_name: string;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /** @description id of a location; devices there and below it. null: everywhere */
            location: number | null;
            /** @description id of an inventory_type; null: any */
            type: number | null;
            /** @description id of an inventory_device; null: any */
            device: number | null;
            /** @description the set with the greatest weight decides; with equal weights: the set of the device, the nearest location, the type, the nearest organization, the oldest set */
            weight: number;
            /** @description values by name; `{{ name }}` in a setting stands for the value */
            variables: {
                [key: string]: string | number | boolean;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "name": "lobby-ap-1",
         *       "description": "",
         *       "url": "http://speed.example.net/",
         *       "sha256": null,
         *       "md5": null,
         *       "version": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_firmware_image: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            /** @description address that the device fetches the file from, without username and password */
            url: string;
            /** @description SHA-256 of the file, in hexadecimal digits */
            sha256: string | null;
            /** @description MD5 of the file, in hexadecimal digits, for devices that compute no other */
            md5: string | null;
            /** @description software_version that a device reports once it runs the image */
            version: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "operation": "",
         *       "parameters": {},
         *       "status": "scheduled",
         *       "username": null,
         *       "filter": {},
         *       "run_at": "2026-01-31T12:00:00Z",
         *       "window": {
         *         "from": "03:00",
         *         "until": "05:00"
         *       },
         *       "concurrency": 1,
         *       "stagger": 1,
         *       "canary": 1,
         *       "stop_after_failures": 1,
         *       "waiting_for": "canary",
         *       "counts": {
         *         "pending": 1,
         *         "scheduled": 1,
         *         "running": 1,
         *         "completed": 1,
         *         "failed": 1,
         *         "expired": 1,
         *         "canceled": 1,
         *         "skipped": 1,
         *         "refused": 1
         *       },
         *       "error_message": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "started_at": "2026-01-31T12:00:00Z",
         *       "completed_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_fleet_operation: {
            /** Format: uuid */
            id: string;
            operation: string;
            /** @description of the operation; `variables` of a `set`, without the values of passwords */
            parameters: {
                [key: string]: unknown;
            };
            /** @enum {unknown} */
            status: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
            /** @description who has requested it; null: the user was deleted */
            username: string | null;
            /** @description by which its devices were found; null: they were listed */
            filter: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description when the first device may begin; null: immediately
             */
            run_at: string | null;
            /** @description hours of the day by the clocks where each device is; may include midnight */
            window: {
                /** @description HH:MM */
                from: string;
                /** @description HH:MM */
                until: string;
            } | null;
            /** @description devices at a time */
            concurrency: number;
            /** @description seconds between two devices */
            stagger: number;
            /** @description devices that must complete it before the others begin; reachable devices are taken first */
            canary: number;
            stop_after_failures: number | null;
            /**
             * @description canary: no canary can be reached, and the others begin when one has completed it; device: the last devices cannot be reached
             * @enum {string|null}
             */
            waiting_for: "canary" | "device" | null;
            /** @description devices by state */
            counts: {
                pending: number;
                scheduled: number;
                running: number;
                completed: number;
                failed: number;
                expired: number;
                canceled: number;
                skipped: number;
                refused: number;
            };
            /** @description why it was stopped */
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
         *       "organization": 1,
         *       "name": "lobby-ap-1",
         *       "description": "",
         *       "connection_service": {
         *         "protocol": "ssh",
         *         "port": 1,
         *         "host_key_policy": "first_use",
         *         "options": {}
         *       },
         *       "collection_service": {
         *         "protocol": "ssh",
         *         "port": 1,
         *         "host_key_policy": "first_use",
         *         "options": {}
         *       },
         *       "storage_service": {
         *         "protocol": "ssh",
         *         "port": 1,
         *         "host_key_policy": "first_use",
         *         "options": {}
         *       },
         *       "poll_interval": 1,
         *       "networks": [
         *         "192.0.2.0/24"
         *       ],
         *       "username": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_connection_profile: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description: string;
            connection_service: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            collection_service: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            storage_service: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description seconds between two polls of its devices; null: interval of the type */
            poll_interval: number | null;
            /** @description networks of the devices that it may be used for, asked at each connection; null: all */
            networks: string[] | null;
            username: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "organization": 1,
         *       "rule": 1,
         *       "rule_name": "down",
         *       "kind": "",
         *       "severity": "info",
         *       "state": "firing",
         *       "device": 1,
         *       "device_name": "lobby-ap-1",
         *       "subject": "",
         *       "value": 1,
         *       "threshold": 1,
         *       "message": "",
         *       "flaps": 1,
         *       "started_at": "2026-01-31T12:00:00Z",
         *       "fired_at": "2026-01-31T12:00:00Z",
         *       "acknowledged_at": "2026-01-31T12:00:00Z",
         *       "acknowledged_by": null,
         *       "resolved_at": "2026-01-31T12:00:00Z"
         *     }
         */
        alert: {
            /** Format: uuid */
            id: string;
            organization: number;
            /** @description null: the rule was deleted */
            rule: number | null;
            /** @description text that is not blank, without slashes and control characters */
            rule_name: string;
            kind: string;
            /** @enum {unknown} */
            severity: "info" | "warning" | "critical";
            /** @enum {unknown} */
            state: "firing" | "acknowledged" | "resolved";
            device: number | null;
            device_name: string | null;
            /** @description parameter of the metric, or gateway and labels of a gateway metric */
            subject: string;
            /** @description the last result of the metric */
            value: number | null;
            threshold: number | null;
            message: string;
            /** @description how often the condition has come back before or soon after it was resolved */
            flaps: number;
            /**
             * Format: date-time
             * @description since when the condition was fulfilled
             */
            started_at: string;
            /** Format: date-time */
            fired_at: string;
            /** Format: date-time */
            acknowledged_at: string | null;
            /** @description username */
            acknowledged_by: string | null;
            /** Format: date-time */
            resolved_at: string | null;
        };
        /**
         * @example {
         *       "id": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "organization": 1,
         *       "rule": 1,
         *       "rule_name": "down",
         *       "kind": "",
         *       "severity": "info",
         *       "state": "firing",
         *       "device": 1,
         *       "device_name": "lobby-ap-1",
         *       "subject": "",
         *       "value": 1,
         *       "threshold": 1,
         *       "message": "",
         *       "flaps": 1,
         *       "started_at": "2026-01-31T12:00:00Z",
         *       "fired_at": "2026-01-31T12:00:00Z",
         *       "acknowledged_at": "2026-01-31T12:00:00Z",
         *       "acknowledged_by": null,
         *       "resolved_at": "2026-01-31T12:00:00Z",
         *       "history": [
         *         {
         *           "datetime": "2026-01-31T12:00:00Z",
         *           "state": "",
         *           "message": "",
         *           "user": null
         *         }
         *       ]
         *     }
         */
        alert_listed: {
            /** Format: uuid */
            id: string;
            organization: number;
            /** @description null: the rule was deleted */
            rule: number | null;
            /** @description text that is not blank, without slashes and control characters */
            rule_name: string;
            kind: string;
            /** @enum {unknown} */
            severity: "info" | "warning" | "critical";
            /** @enum {unknown} */
            state: "firing" | "acknowledged" | "resolved";
            device: number | null;
            device_name: string | null;
            /** @description parameter of the metric, or gateway and labels of a gateway metric */
            subject: string;
            /** @description the last result of the metric */
            value: number | null;
            threshold: number | null;
            message: string;
            /** @description how often the condition has come back before or soon after it was resolved */
            flaps: number;
            /**
             * Format: date-time
             * @description since when the condition was fulfilled
             */
            started_at: string;
            /** Format: date-time */
            fired_at: string;
            /** Format: date-time */
            acknowledged_at: string | null;
            /** @description username */
            acknowledged_by: string | null;
            /** Format: date-time */
            resolved_at: string | null;
            /** @description the oldest first */
            history: {
                /** Format: date-time */
                datetime: string;
                state: string;
                message: string;
                /** @description username; null: the gateway itself */
                user: string | null;
            }[];
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "name": "lobby-ap-1",
         *           "interval_seconds": 1,
         *           "runs": 1,
         *           "is_running": true,
         *           "has_failed": true,
         *           "last_start": "2026-01-31T12:00:00Z",
         *           "last_end": "2026-01-31T12:00:00Z",
         *           "next_run": "2026-01-31T12:00:00Z",
         *           "last_failure": "2026-01-31T12:00:00Z",
         *           "last_error": null
         *         }
         *       ]
         *     }
         */
        gateway_task: {
            /** @description empty for callers of other organizations than the root */
            results: {
                name: string;
                /** @description between the end of a run and the next one */
                interval_seconds: number;
                /** @description since the gateway started */
                runs: number;
                is_running: boolean;
                /** @description true: the last run has failed */
                has_failed: boolean;
                /** Format: date-time */
                last_start: string | null;
                /** Format: date-time */
                last_end: string | null;
                /**
                 * Format: date-time
                 * @description null: it runs now; an event may start it earlier
                 */
                next_run: string | null;
                /**
                 * Format: date-time
                 * @description when a run failed; later ones may not have
                 */
                last_failure: string | null;
                last_error: string | null;
            }[];
        };
        /**
         * @example {
         *       "healthy": true,
         *       "examined_at": "2026-01-31T12:00:00Z",
         *       "findings": [
         *         {
         *           "check": "",
         *           "state": "ok",
         *           "seen": "",
         *           "advice": "",
         *           "evidence": {}
         *         }
         *       ]
         *     }
         */
        gateway_health: {
            /** @description false: a check has failed */
            healthy: boolean;
            /**
             * Format: date-time
             * @description ten seconds ago at most
             */
            examined_at: string;
            /** @description empty for callers of other organizations than the root */
            findings: {
                /** @description what was examined, as in `gatehouse doctor` */
                check: string;
                /**
                 * @description `skipped`: it could not be examined, or does not apply
                 * @enum {unknown}
                 */
                state: "ok" | "warning" | "failed" | "skipped";
                seen: string;
                /** @description empty if no action is needed */
                advice: string;
                /** @description measured values */
                evidence?: {
                    [key: string]: unknown;
                };
            }[];
        };
        /**
         * @example {
         *       "uuid": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "hostname": "",
         *       "action": "A",
         *       "category": null,
         *       "rule_id": 1,
         *       "acl": null,
         *       "subnet": null,
         *       "redirect_ip": "192.0.2.80",
         *       "reason": null,
         *       "client_ip": null,
         *       "cached": true,
         *       "ttl": 1,
         *       "elapsed_ms": 1,
         *       "timestamp": "2026-01-31T12:00:00Z"
         *     }
         */
        dnsfilter_hostcheck: {
            /** Format: uuid */
            uuid: string;
            hostname: string;
            /**
             * @description A (200): allow; R (403): refuse; I (404): no rule matches
             * @enum {unknown}
             */
            action: "A" | "R" | "I";
            category: string | null;
            rule_id: number | null;
            /** @description name of the rule */
            acl: string | null;
            subnet: string | null;
            redirect_ip: string | null;
            reason: string | null;
            client_ip: string | null;
            /** @description always false: each request is evaluated */
            cached: boolean;
            /** @description seconds that the verdict may be cached */
            ttl: number;
            elapsed_ms: number;
            /** Format: date-time */
            timestamp: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "device": {
         *         "id": 1,
         *         "name": "lobby-ap-1"
         *       },
         *       "metric": {
         *         "id": 1,
         *         "name": "lobby-ap-1"
         *       },
         *       "parameter": {
         *         "id": 1,
         *         "name": "lobby-ap-1",
         *         "short_name": "",
         *         "variable_name": "radio.channel"
         *       },
         *       "interface": null,
         *       "value": "",
         *       "result": 1,
         *       "origin": "auto",
         *       "min": 1,
         *       "max": 1,
         *       "avg": 1,
         *       "last": 1,
         *       "count": 1
         *     }
         */
        inventory_metric_log_listed: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: date-time */
            datetime: string;
            device: {
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
            };
            metric: {
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
            };
            parameter: {
                id: number;
                /** @description text that is not blank, without slashes and control characters */
                name: string;
                short_name: string;
                variable_name: string;
            };
            /** @description name of an interface; null: the result is one of the device */
            interface: string | null;
            /** @description exact value from the device */
            value: string;
            /** @description null if there is no earlier sample or the counter restarted */
            result: number | null;
            /** @enum {unknown} */
            origin: "auto" | "manual" | "gui" | "cli" | "script" | "api";
            /** @description least result of the period */
            min?: number;
            /** @description greatest result of the period */
            max?: number;
            /** @description mean of the results of the period */
            avg?: number;
            /** @description last result of the period */
            last?: number;
            /** @description results of the period */
            count?: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "lobby-ap-1",
         *       "serial_number": "SN-0001",
         *       "status": true,
         *       "operations": [
         *         {
         *           "operation": "",
         *           "label": "",
         *           "available": true,
         *           "reason": null,
         *           "parameters": {},
         *           "experimental": true
         *         }
         *       ],
         *       "last_operation": {
         *         "operation": "",
         *         "transaction": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *         "status": "",
         *         "datetime": "2026-01-31T12:00:00Z"
         *       },
         *       "remote": [
         *         {}
         *       ]
         *     }
         */
        inventory_device_whip: {
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description text that is not blank, without slashes and control characters */
            serial_number: string | null;
            /** @description true: the device answered the last request */
            status: boolean;
            operations: {
                /** @description operations of the published interface first, then further operations of the type */
                operation: string;
                label: string;
                available: boolean;
                /** @description the reason if it is not available */
                reason: string | null;
                /** @description parameters of the operation, by name */
                parameters: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                /** @description proved by no recording, public transcript or device */
                experimental: boolean;
            }[];
            last_operation: {
                operation: string;
                /** Format: uuid */
                transaction: string;
                status: string;
                /** Format: date-time */
                datetime: string;
            } | null;
            /** @description links to the device's terminal and web pages that the gateway can open */
            remote: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @example {
         *       "uuid": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "category": null,
         *       "timestamp": "2026-01-31T12:00:00Z"
         *     }
         */
        dnsfilter_categoryget: {
            /** Format: uuid */
            uuid: string;
            category: string | null;
            /** Format: date-time */
            timestamp: string;
        };
        /**
         * @example {
         *       "keys": [
         *         {
         *           "key": "",
         *           "value": "",
         *           "is_default": true,
         *           "description": ""
         *         }
         *       ]
         *     }
         */
        gateway_configuration: {
            /** @description empty for callers of other organizations than the root */
            keys: {
                /** @description as in the configuration file, with dots */
                key: string;
                /** @description as in YAML, of several lines where it is a list; passwords are *** */
                value: string;
                /** @description true: it has the value that is shipped */
                is_default: boolean;
                description: string;
            }[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "lobby-ap-1",
         *       "serial_number": "SN-0001",
         *       "ip_address": "192.0.2.10",
         *       "status": true,
         *       "packets_sent": 1,
         *       "packets_received": 1,
         *       "packet_loss": 1,
         *       "min_response_time": 1,
         *       "avg_response_time": 1,
         *       "max_response_time": 1,
         *       "cached": true,
         *       "datetime": "2026-01-31T12:00:00Z",
         *       "error": null
         *     }
         */
        inventory_device_ipping: {
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description text that is not blank, without slashes and control characters */
            serial_number: string | null;
            ip_address: string | null;
            /** @description true: at least one echo reply was received */
            status: boolean;
            packets_sent: number;
            packets_received: number;
            /** @description percent; null: no ping could be sent, see error */
            packet_loss: number | null;
            /** @description milliseconds */
            min_response_time: number | null;
            /** @description milliseconds */
            avg_response_time: number | null;
            /** @description milliseconds */
            max_response_time: number | null;
            /** @description always false: each request pings */
            cached: boolean;
            /** Format: date-time */
            datetime: string;
            error: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "device": 1,
         *       "device_name": "lobby-ap-1",
         *       "type": "openwrt",
         *       "changed_by": "gateway",
         *       "sha256": "",
         *       "octets": 1,
         *       "transaction": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "seen_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_configuration: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of an inventory_device */
            device: number;
            device_name: string;
            /** @description short_name of the type that the device had; null: not known */
            type: string | null;
            /**
             * @description gateway: a transaction ran after the previous version; device: no transaction ran, so the change was made on the device; null: the first version
             * @enum {string|null}
             */
            changed_by: "gateway" | "device" | null;
            /** @description of the text as it is compared */
            sha256: string;
            octets: number;
            /** @description id of the transaction that found it */
            transaction: string | null;
            /**
             * Format: date-time
             * @description when it was first found
             */
            created_at: string;
            /**
             * Format: date-time
             * @description when it was last found
             */
            seen_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "organization": 1,
         *       "device": 1,
         *       "device_name": "lobby-ap-1",
         *       "type": "openwrt",
         *       "changed_by": "gateway",
         *       "sha256": "",
         *       "octets": 1,
         *       "transaction": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "seen_at": "2026-01-31T12:00:00Z",
         *       "configuration": ""
         *     }
         */
        inventory_configuration_listed: {
            /** @description assigned by the gateway */
            id: number;
            /** @description id of an organization */
            organization: number;
            /** @description id of an inventory_device */
            device: number;
            device_name: string;
            /** @description short_name of the type that the device had; null: not known */
            type: string | null;
            /**
             * @description gateway: a transaction ran after the previous version; device: no transaction ran, so the change was made on the device; null: the first version
             * @enum {string|null}
             */
            changed_by: "gateway" | "device" | null;
            /** @description of the text as it is compared */
            sha256: string;
            octets: number;
            /** @description id of the transaction that found it */
            transaction: string | null;
            /**
             * Format: date-time
             * @description when it was first found
             */
            created_at: string;
            /**
             * Format: date-time
             * @description when it was last found
             */
            seen_at: string;
            /** @description the text, secrets as *** */
            configuration: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "parent_id": 1,
         *       "parameter_id": 1,
         *       "parameter": {
         *         "id": 1,
         *         "name": "lobby-ap-1",
         *         "short_name": "",
         *         "variable_name": "radio.channel",
         *         "type": "openwrt",
         *         "group": 1,
         *         "required": true,
         *         "read_only": true,
         *         "metric": true
         *       },
         *       "value": null,
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z",
         *       "pending": true,
         *       "pending_value": null,
         *       "error": null,
         *       "state": "unknown",
         *       "wanted": null,
         *       "command": null
         *     }
         */
        inventory_device_setting: {
            /** @description null: no value is stored yet */
            id: number | null;
            parent_id: number;
            parameter_id: number;
            parameter: {
                id: number;
                name: string;
                short_name: string;
                variable_name: string;
                type: string;
                group: number | null;
                required: boolean;
                /** @description true: the value is read from the device and cannot be set */
                read_only: boolean;
                metric: boolean;
            };
            /** @description value that the device last reported; null for a password; any JSON value */
            value: string | number | Record<string, never> | unknown[] | null;
            /** Format: date-time */
            created_at: string | null;
            /** Format: date-time */
            updated_at: string | null;
            /** @description true: the device has not applied the last change yet */
            pending?: boolean;
            /** @description desired value; any JSON value */
            pending_value?: string | number | Record<string, never> | unknown[] | null;
            /** @description why the device did not apply the last change */
            error?: string | null;
            /**
             * @description unknown: not read yet; synced: the device reports the desired value, or no value is desired; pending: not written yet; failed: not written, see `error`; drifted: the device has changed the value
             * @enum {unknown}
             */
            state?: "unknown" | "synced" | "pending" | "failed" | "drifted";
            /** @description desired value, whatever its state; null for a password, or if no value was set; any JSON value */
            wanted?: string | number | Record<string, never> | unknown[] | null;
            /** @description with `dry_run`: the commands that would be sent to the device, a password as ***; null: no command */
            command?: string | null;
        };
        /**
         * @example {
         *       "hosts": [
         *         ""
         *       ]
         *     }
         */
        dnsfilter_category_hosts: {
            hosts: string[];
        };
        /**
         * @example {
         *       "name": "lobby-ap-1",
         *       "short_name": "",
         *       "variable_name": "radio.channel",
         *       "value": null,
         *       "id": 1,
         *       "type": "openwrt",
         *       "group": 1,
         *       "required": true,
         *       "read_only": true,
         *       "metric": true,
         *       "unit": null,
         *       "description": "",
         *       "pending": true,
         *       "pending_value": null,
         *       "state": "unknown",
         *       "wanted": null,
         *       "template": null,
         *       "origin": [
         *         {
         *           "variable": "",
         *           "variable_set": 1,
         *           "name": "lobby-ap-1"
         *         }
         *       ],
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z",
         *       "applied_at": "2026-01-31T12:00:00Z",
         *       "command": null
         *     }
         */
        inventory_device_variables: {
            name: string;
            short_name: string;
            variable_name: string;
            /** @description value that the device last reported; null for a password; any JSON value */
            value: string | number | Record<string, never> | unknown[] | null;
            /** @description null: no value is stored yet */
            id?: number | null;
            type?: string;
            group?: number | null;
            required?: boolean;
            /** @description true: the value is read from the device and cannot be set */
            read_only?: boolean;
            metric?: boolean;
            unit?: string | null;
            description?: string;
            /** @description true: the device has not applied the last change yet */
            pending?: boolean;
            /** @description desired value; any JSON value */
            pending_value?: string | number | Record<string, never> | unknown[] | null;
            /**
             * @description unknown: not read yet; synced: the device reports the desired value, or no value is desired; pending: not written yet; failed: not written, see `error`; drifted: the device has changed the value
             * @enum {unknown}
             */
            state?: "unknown" | "synced" | "pending" | "failed" | "drifted";
            /** @description desired value, whatever its state; null for a password, or if no value was set; any JSON value */
            wanted?: string | number | Record<string, never> | unknown[] | null;
            /** @description text with variables, `{{ name }}`, that the desired value was rendered from; null for a password, or for a value without variables; any JSON value */
            template?: string | number | Record<string, never> | unknown[] | null;
            /** @description the variable set that each variable of the template is from */
            origin?: {
                variable: string;
                variable_set: number;
                /** @description the name of the variable set */
                name: string;
            }[] | null;
            /** Format: date-time */
            created_at?: string | null;
            /** Format: date-time */
            updated_at?: string | null;
            /**
             * Format: date-time
             * @description when the device was found to have the last change
             */
            applied_at?: string | null;
            /** @description with `dry_run`: the commands that would be sent to the device, a password as ***; null: no command */
            command?: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "with": 1,
         *       "added": 1,
         *       "removed": 1,
         *       "diff": ""
         *     }
         */
        inventory_configuration_diff: {
            id: number;
            with: number;
            /** @description lines */
            added: number;
            /** @description lines */
            removed: number;
            /** @description unified; secrets as *** */
            diff: string;
        };
        /**
         * @example {
         *       "results": [
         *         {
         *           "device": 1,
         *           "name": "lobby-ap-1",
         *           "day": "2026-01-31",
         *           "availability": 1,
         *           "up_seconds": 1,
         *           "down_seconds": 1,
         *           "outages": 1
         *         }
         *       ]
         *     }
         */
        inventory_device_availability: {
            /** @description the thousand least available devices, or all days */
            results: {
                device?: number;
                name?: string;
                /** Format: date */
                day?: string;
                /** @description share of the time up, from 0 to 1; null: neither up nor down in the period */
                availability: number | null;
                up_seconds: number;
                /** @description the time as Misconfigured or Unknown counts neither as up nor as down */
                down_seconds: number;
                /** @description how often one went down in the period */
                outages: number;
            }[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "discovery": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "address": "",
         *       "mac_address": null,
         *       "name": "lobby-ap-1",
         *       "type": "openwrt",
         *       "why": "",
         *       "connection_profile": 1,
         *       "device": 1,
         *       "found_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_discovery_candidates: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: uuid */
            discovery: string;
            address: string;
            /** @description of the gateway's own network; null: it is behind a router */
            mac_address: string | null;
            /** @description sysName */
            name: string | null;
            /** @description the short_name of the type that fits best */
            type: string | null;
            /** @description reason for the type, or the answer of the machine */
            why: string;
            /** @description that it answered to */
            connection_profile: number | null;
            /** @description the device that has the address; null: no device */
            device: number | null;
            /** Format: date-time */
            found_at: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "fleet_operation": "0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10",
         *       "device": 1,
         *       "device_name": "lobby-ap-1",
         *       "status": "pending",
         *       "transaction": null,
         *       "waiting_for": null,
         *       "error_message": null,
         *       "run_at": "2026-01-31T12:00:00Z",
         *       "expires_at": "2026-01-31T12:00:00Z",
         *       "started_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_fleet_operation_devices: {
            /** @description assigned by the gateway */
            id: number;
            /** Format: uuid */
            fleet_operation: string;
            device: number;
            /** @description text that is not blank, without slashes and control characters */
            device_name: string;
            /** @enum {unknown} */
            status: "pending" | "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled" | "skipped" | "refused";
            transaction: string | null;
            waiting_for: string | null;
            error_message: string | null;
            /** Format: date-time */
            run_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            started_at: string | null;
        };
        webhook_body: {
            /** @description id of an organization; alerts and events of it and those below it are sent */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description an http or https URL; its host must be within `device_networks` */
            url: string;
            /** @description key of the signature (HMAC-SHA256) */
            secret?: string;
            /**
             * @description the form of a call: gatehouse (JSON, signed), or that of a service; `{secret}` in the URL stands for the secret
             * @enum {unknown}
             */
            template?: "gatehouse" | "slack" | "teams" | "telegram" | "ntfy";
            /** @description what is sent; each kind but alert as the streams of events have it */
            events?: ("alert" | "session" | "user" | "voucher" | "operation")[];
            /**
             * @description alerts of a lower severity are not sent
             * @enum {unknown}
             */
            min_severity?: "info" | "warning" | "critical";
            is_active?: boolean;
        };
        webhook_change: {
            /** @description id of an organization; alerts and events of it and those below it are sent */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /** @description an http or https URL; its host must be within `device_networks` */
            url?: string;
            /** @description key of the signature (HMAC-SHA256) */
            secret?: string;
            /**
             * @description the form of a call: gatehouse (JSON, signed), or that of a service; `{secret}` in the URL stands for the secret
             * @enum {unknown}
             */
            template?: "gatehouse" | "slack" | "teams" | "telegram" | "ntfy";
            /** @description what is sent; each kind but alert as the streams of events have it */
            events?: ("alert" | "session" | "user" | "voucher" | "operation")[];
            /**
             * @description alerts of a lower severity are not sent
             * @enum {unknown}
             */
            min_severity?: "info" | "warning" | "critical";
            is_active?: boolean;
        };
        alert_rule_body: {
            /** @description id of an organization; the rule holds for it and those below it */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            /**
             * @description threshold: a metric of a device; device_down: a device does not answer; device_misconfigured: devices that are Misconfigured, such as by a wrong password; one alert for each connection profile; gateway: a metric of GET /metrics, of a counter its increase in a minute; maintenance: other rules do not fire from `starts_at` to `ends_at`; portal_guesses: codes or passwords are being guessed at a portal page of the organization or below, where logins are delayed therefore; portal_errors: in the last ten minutes guests could not be let in at an access point of the organization or below (entries of type `er` in the portal log); clock: the clock of a gateway is implausible, so that nothing it has skipped is deleted, ended or begun; see gatehouse clock; nas_clock: the clock of a NAS, of an AAA client of the organization or below, is wrong by more than a minute, so the times of its sessions are corrected; address_pool: in the last ten minutes a login found no free address in an address pool of the organization or below; hotel_system: the link to a hotel system of the organization or below is down; certificate: a certificate of a gateway, such as that of EAP or HTTPS, or a CA of its peers expires within 30 days (one for less than 150 days: in the last fifth of its time), or cannot be read
             * @enum {unknown}
             */
            kind: "threshold" | "device_down" | "device_misconfigured" | "gateway" | "maintenance" | "portal_guesses" | "portal_errors" | "clock" | "nas_clock" | "address_pool" | "hotel_system" | "certificate";
            /** @enum {unknown} */
            severity?: "info" | "warning" | "critical";
            /** @description id of a location; devices there and below it. null: everywhere */
            location?: number | null;
            /** @description id or short_name */
            type?: number | string | null;
            /** @description id of an inventory_device; null: any */
            device?: number | null;
            /** @description name of the metric of a threshold */
            metric?: string | null;
            /** @description only series of the gateway that have these labels; null: all */
            labels?: {
                [key: string]: string;
            } | null;
            /** @enum {string|null} */
            operator?: ">" | ">=" | "<" | "<=" | null;
            /** @description the condition is `result of the metric` `operator` `threshold` */
            threshold?: number | null;
            /** @description the condition ends only beyond this value; null: beyond `threshold` */
            clear_threshold?: number | null;
            /** @description results in a row that fulfil the condition before it fires */
            polls?: number;
            /** @description time that the condition must hold before the rule fires */
            seconds?: number;
            /** @description time that the condition must be over before the alert is resolved; doubles each time that an alert flaps, up to 16 times */
            clear_seconds?: number;
            /**
             * Format: date-time
             * @description begin of a maintenance; null: now
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description end of a maintenance; null: open
             */
            ends_at?: string | null;
            is_active?: boolean;
        };
        alert_rule_change: {
            /** @description id of an organization; the rule holds for it and those below it */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            /**
             * @description threshold: a metric of a device; device_down: a device does not answer; device_misconfigured: devices that are Misconfigured, such as by a wrong password; one alert for each connection profile; gateway: a metric of GET /metrics, of a counter its increase in a minute; maintenance: other rules do not fire from `starts_at` to `ends_at`; portal_guesses: codes or passwords are being guessed at a portal page of the organization or below, where logins are delayed therefore; portal_errors: in the last ten minutes guests could not be let in at an access point of the organization or below (entries of type `er` in the portal log); clock: the clock of a gateway is implausible, so that nothing it has skipped is deleted, ended or begun; see gatehouse clock; nas_clock: the clock of a NAS, of an AAA client of the organization or below, is wrong by more than a minute, so the times of its sessions are corrected; address_pool: in the last ten minutes a login found no free address in an address pool of the organization or below; hotel_system: the link to a hotel system of the organization or below is down; certificate: a certificate of a gateway, such as that of EAP or HTTPS, or a CA of its peers expires within 30 days (one for less than 150 days: in the last fifth of its time), or cannot be read
             * @enum {unknown}
             */
            kind?: "threshold" | "device_down" | "device_misconfigured" | "gateway" | "maintenance" | "portal_guesses" | "portal_errors" | "clock" | "nas_clock" | "address_pool" | "hotel_system" | "certificate";
            /** @enum {unknown} */
            severity?: "info" | "warning" | "critical";
            /** @description id of a location; devices there and below it. null: everywhere */
            location?: number | null;
            /** @description id or short_name */
            type?: number | string | null;
            /** @description id of an inventory_device; null: any */
            device?: number | null;
            /** @description name of the metric of a threshold */
            metric?: string | null;
            /** @description only series of the gateway that have these labels; null: all */
            labels?: {
                [key: string]: string;
            } | null;
            /** @enum {string|null} */
            operator?: ">" | ">=" | "<" | "<=" | null;
            /** @description the condition is `result of the metric` `operator` `threshold` */
            threshold?: number | null;
            /** @description the condition ends only beyond this value; null: beyond `threshold` */
            clear_threshold?: number | null;
            /** @description results in a row that fulfil the condition before it fires */
            polls?: number;
            /** @description time that the condition must hold before the rule fires */
            seconds?: number;
            /** @description time that the condition must be over before the alert is resolved; doubles each time that an alert flaps, up to 16 times */
            clear_seconds?: number;
            /**
             * Format: date-time
             * @description begin of a maintenance; null: now
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description end of a maintenance; null: open
             */
            ends_at?: string | null;
            is_active?: boolean;
        };
        /**
         * @example {
         *       "delivered": true,
         *       "error": null
         *     }
         */
        webhook_test: {
            /** @description true: it answered with a status from 200 to 299 */
            delivered: boolean;
            /** @description why not */
            error: string | null;
        };
        dnsfilter_rule_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description the name of the rule in verdicts */
            name: string;
            /** @description a host name; includes all names below it */
            host?: string | null;
            /** @description id of a dnsfilter_category; a rule names either a host or a category */
            category?: number | null;
            /**
             * Format: network
             * @description the clients that it applies to; null: all
             */
            subnet?: string | null;
            /**
             * @description A: allow; R: refuse
             * @enum {unknown}
             */
            action: "A" | "R";
            /**
             * Format: network
             * @description an IPv4 or IPv6 address that refused hosts resolve to
             */
            redirect_ip?: string | null;
            /** @description the reason that a verdict gives */
            reason?: string | null;
            is_active?: boolean;
        };
        dnsfilter_rule_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description the name of the rule in verdicts */
            name?: string;
            /** @description a host name; includes all names below it */
            host?: string | null;
            /** @description id of a dnsfilter_category; a rule names either a host or a category */
            category?: number | null;
            /**
             * Format: network
             * @description the clients that it applies to; null: all
             */
            subnet?: string | null;
            /**
             * @description A: allow; R: refuse
             * @enum {unknown}
             */
            action?: "A" | "R";
            /**
             * Format: network
             * @description an IPv4 or IPv6 address that refused hosts resolve to
             */
            redirect_ip?: string | null;
            /** @description the reason that a verdict gives */
            reason?: string | null;
            is_active?: boolean;
        };
        /**
         * @example {
         *       "replayed": 1
         *     }
         */
        webhook_replay: {
            replayed: number;
        };
        webhook_replay_body: {
            /** @description ids; default: all */
            deliveries?: number[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "lobby-ap-1",
         *       "serial_number": "SN-0001",
         *       "type": 1,
         *       "type_name": "",
         *       "organization": 1,
         *       "organization_name": "",
         *       "description": "",
         *       "location": 1,
         *       "location_name": null,
         *       "access_point": 1,
         *       "parent": 1,
         *       "found_parent": 1,
         *       "latitude": null,
         *       "longitude": null,
         *       "manufacturer": "",
         *       "unique_id": "",
         *       "product_class": "",
         *       "hardware_version": null,
         *       "software_version": null,
         *       "firmware_image": 1,
         *       "mac_address": "02:00:5E:00:53:01",
         *       "attributes": {},
         *       "ip_address": "192.0.2.10",
         *       "connection_profile": 1,
         *       "poll_interval": 1,
         *       "username": null,
         *       "host_key": null,
         *       "tls_fingerprint": null,
         *       "status": true,
         *       "status_text": "Up",
         *       "last_error": null,
         *       "last_status_change": "2026-01-31T12:00:00Z",
         *       "first_connection": "2026-01-31T12:00:00Z",
         *       "last_connection": "2026-01-31T12:00:00Z",
         *       "configuration_status": "synced",
         *       "created_at": "2026-01-31T12:00:00Z",
         *       "updated_at": "2026-01-31T12:00:00Z"
         *     }
         */
        inventory_device_written: {
            /** @description assigned by the gateway */
            id: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description text that is not blank, without slashes and control characters */
            serial_number: string | null;
            /** @description id of an inventory_type */
            type: number;
            type_name: string;
            /** @description id of an organization */
            organization: number;
            organization_name: string;
            description: string;
            /** @description id of a location */
            location: number | null;
            location_name: string | null;
            /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
            access_point: number | null;
            /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
            parent: number | null;
            /** @description the inventory_device that it is connected through by what devices see on their ports (LLDP, CDP); counts where parent is null */
            found_parent: number | null;
            /** @description degrees, -90 to 90, with at most six decimal places */
            latitude: string | number | null;
            /** @description degrees, -180 to 180, with at most six decimal places */
            longitude: string | number | null;
            manufacturer: string;
            /** @description the manufacturer's OUI */
            unique_id: string;
            product_class: string;
            /** @description as the device reports it */
            hardware_version: string | null;
            /** @description as the device reports it */
            software_version: string | null;
            /** @description id of an inventory_firmware_image, which the operation firmware installs */
            firmware_image: number | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac_address: string | null;
            /** @description further properties by name, at most 65536 octets of JSON */
            attributes: {
                [key: string]: string;
            };
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            ip_address: string | null;
            /** @description id of an inventory_connection_profile; null: the type's own connection */
            connection_profile: number | null;
            /** @description seconds between two polls; null: interval of the connection profile, or else of the type */
            poll_interval: number | null;
            username: string | null;
            /** @description the SSH host key's algorithm and fingerprint; recorded at the first connection, null to accept another once */
            host_key: string | null;
            /** @description SHA-256 fingerprint of the TLS certificate, hexadecimal octets with colons; recorded at the first connection with `tls: pin`, null to accept another once */
            tls_fingerprint: string | null;
            /** @description true: the device answered the last request */
            status: boolean;
            /**
             * @description Misconfigured: type, profile, address or credentials do not fit, so that it was not tried, refused the login, or has another host key or certificate; Unknown: never tried
             * @enum {unknown}
             */
            status_text: "Up" | "Down" | "Misconfigured" | "Unknown";
            /** @description why the device could not be reached */
            last_error: string | null;
            /** Format: date-time */
            last_status_change: string | null;
            /** Format: date-time */
            first_connection: string | null;
            /** Format: date-time */
            last_connection: string | null;
            /**
             * @description whether the device has its desired settings; unknown: it was never read
             * @enum {unknown}
             */
            configuration_status: "synced" | "pending" | "failed" | "drifted" | "unknown";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        inventory_device_body: {
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description text that is not blank, without slashes and control characters */
            serial_number?: string | null;
            /** @description id or short_name */
            type: number | string;
            /** @description id of an organization */
            organization?: number;
            description?: string;
            /** @description id of a location */
            location?: number | null;
            /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
            access_point?: number | null;
            /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
            parent?: number | null;
            /** @description degrees, -90 to 90, with at most six decimal places */
            latitude?: string | number | null;
            /** @description degrees, -180 to 180, with at most six decimal places */
            longitude?: string | number | null;
            manufacturer?: string;
            /** @description the manufacturer's OUI */
            unique_id?: string;
            product_class?: string;
            /** @description id or name */
            firmware_image?: number | string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac_address?: string | null;
            /** @description further properties by name, at most 65536 octets of JSON */
            attributes?: {
                [key: string]: string;
            };
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            ip_address?: string | null;
            /** @description id of an inventory_connection_profile; null: the type's own connection */
            connection_profile?: number | null;
            /** @description seconds between two polls; null: interval of the connection profile, or else of the type */
            poll_interval?: number | null;
            username?: string | null;
            password?: string | null;
            /** @description OpenSSH or PEM */
            private_key?: string | null;
            snmp_community?: string | null;
            snmp_v3?: {
                user: string;
                /** @enum {unknown} */
                auth_protocol?: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512";
                auth_password?: string;
                /** @enum {unknown} */
                priv_protocol?: "des" | "aes" | "aes192b" | "aes192r" | "aes256b" | "aes256r";
                priv_password?: string;
            } | null;
            /** @description credentials for one protocol only, before those for all: `{"http": {"token": "…"}}`; write-only */
            credentials?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description the SSH host key's algorithm and fingerprint; recorded at the first connection, null to accept another once */
            host_key?: string | null;
            /** @description SHA-256 fingerprint of the TLS certificate, hexadecimal octets with colons; recorded at the first connection with `tls: pin`, null to accept another once */
            tls_fingerprint?: string | null;
        };
        inventory_device_change: {
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            /** @description text that is not blank, without slashes and control characters */
            serial_number?: string | null;
            /** @description id or short_name */
            type?: number | string;
            /** @description id of an organization */
            organization?: number;
            description?: string;
            /** @description id of a location */
            location?: number | null;
            /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
            access_point?: number | null;
            /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
            parent?: number | null;
            /** @description degrees, -90 to 90, with at most six decimal places */
            latitude?: string | number | null;
            /** @description degrees, -180 to 180, with at most six decimal places */
            longitude?: string | number | null;
            manufacturer?: string;
            /** @description the manufacturer's OUI */
            unique_id?: string;
            product_class?: string;
            /** @description id or name */
            firmware_image?: number | string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac_address?: string | null;
            /** @description further properties by name, at most 65536 octets of JSON */
            attributes?: {
                [key: string]: string;
            };
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            ip_address?: string | null;
            /** @description id of an inventory_connection_profile; null: the type's own connection */
            connection_profile?: number | null;
            /** @description seconds between two polls; null: interval of the connection profile, or else of the type */
            poll_interval?: number | null;
            username?: string | null;
            password?: string | null;
            /** @description OpenSSH or PEM */
            private_key?: string | null;
            snmp_community?: string | null;
            snmp_v3?: {
                user: string;
                /** @enum {unknown} */
                auth_protocol?: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512";
                auth_password?: string;
                /** @enum {unknown} */
                priv_protocol?: "des" | "aes" | "aes192b" | "aes192r" | "aes256b" | "aes256r";
                priv_password?: string;
            } | null;
            /** @description credentials for one protocol only, before those for all: `{"http": {"token": "…"}}`; write-only */
            credentials?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description the SSH host key's algorithm and fingerprint; recorded at the first connection, null to accept another once */
            host_key?: string | null;
            /** @description SHA-256 fingerprint of the TLS certificate, hexadecimal octets with colons; recorded at the first connection with `tls: pin`, null to accept another once */
            tls_fingerprint?: string | null;
        };
        alert_acknowledge_body: {
            note?: string;
        };
        dnsfilter_category_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            /**
             * @description A: allow; R: refuse; null: no action, the category only names its hosts
             * @enum {string|null}
             */
            action?: "A" | "R" | null;
            /**
             * Format: network
             * @description an IPv4 or IPv6 address that refused hosts resolve to
             */
            redirect_ip?: string | null;
            /** @description host names that replace those of the category; each includes all names below it */
            hosts?: string[];
        };
        dnsfilter_category_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            /**
             * @description A: allow; R: refuse; null: no action, the category only names its hosts
             * @enum {string|null}
             */
            action?: "A" | "R" | null;
            /**
             * Format: network
             * @description an IPv4 or IPv6 address that refused hosts resolve to
             */
            redirect_ip?: string | null;
            /** @description host names that replace those of the category; each includes all names below it */
            hosts?: string[];
        };
        inventory_discovery_body: {
            /**
             * Format: network
             * @description at most a /20, or a /116 of IPv6; within device_networks of the organization
             */
            network: string;
            /** @description ids of profiles whose SNMP services are asked with their credentials, and whose SSH services for their banner, without a login */
            connection_profiles: number[];
            /** @description false: also ask addresses that do not answer a ping; default: true */
            ping?: boolean;
        };
        inventory_site_doctor_body: {
            /** @description assigned by the gateway */
            parent_id?: number;
            parent__name?: string;
            parent__serial_number?: string;
            /**
             * @description http or https URL, without username and password, of the page of the Internet that is asked for, and whose name is looked up
             * @default http://example.com/
             */
            url?: string;
            /**
             * @description name server to query; empty: the name servers of gateway and device
             * @default
             */
            dns_server?: string;
        };
        inventory_device_diags_body: {
            /** @description one device, or a list of at most 100 */
            parent_id: number | number[];
            /** @enum {unknown} */
            operation: "ping" | "traceroute" | "download" | "upload" | "udp_echo" | "dns_lookup" | "wifi_neighbor" | "tcp_connect" | "http_get" | "tls_certificate" | "snmp_get" | "radius_auth";
            /**
             * @description where the diagnostic runs; compare: on both, and the results say where the difference lies
             * @enum {unknown}
             */
            source?: "device" | "gateway" | "compare";
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
            /** @description seconds: repeats it so often until `until`; each run is a transaction with the same `series` */
            every?: number;
            /**
             * Format: date-time
             * @description end of the repetition, at most 30 days after the first run; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway)
             */
            until?: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            host?: string;
            /** @description outgoing interface; empty: chosen by the routing table */
            interface?: string;
            /** @description number of queries */
            count?: number;
            /** @description milliseconds to wait for each answer */
            timeout?: number;
            /** @description octets after the header */
            packet_size?: number;
            /** @description differentiated services code point of the packets */
            dscp?: number;
            /** @description packets for each hop */
            tries?: number;
            /** @description maximum number of hops */
            max_hops?: number;
            /** @description an http, https or ftp URL without username and password */
            url?: string;
            /** @description concurrent connections */
            connections?: number;
            /** @description duration in seconds; 0: one transfer */
            duration?: number;
            /** @description octets to send */
            file_size?: number;
            port?: number;
            /** @description milliseconds between two packets */
            interval?: number;
            /**
             * @description type of the records; empty: A and AAAA
             * @enum {unknown}
             */
            record_type?: "" | "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /** @description address or name of the name server; empty: the resolver of the gateway */
            dns_server?: string;
            /** @description variables of the device's SNMP agent; default: its system variables (description, type, uptime, name) */
            oids?: string[];
            /** @description shared secret */
            secret?: string;
            username?: string;
            /** @description sent by PAP */
            password?: string;
            nas_identifier?: string;
        };
        inventory_variable_set_body: {
            /** @description id of an organization; the set holds for its devices and those below it */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            /** @description id of a location; devices there and below it. null: everywhere */
            location?: number | null;
            /** @description id or short_name */
            type?: number | string | null;
            /** @description id of an inventory_device; null: any */
            device?: number | null;
            /** @description the set with the greatest weight decides; with equal weights: the set of the device, the nearest location, the type, the nearest organization, the oldest set */
            weight?: number;
            /** @description values by name; `{{ name }}` in a setting stands for the value */
            variables?: {
                [key: string]: string | number | boolean;
            };
            /** @description further values, for settings that are passwords only; never shown */
            secret_variables?: {
                [key: string]: string;
            } | null;
        };
        inventory_variable_set_change: {
            /** @description id of an organization; the set holds for its devices and those below it */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            /** @description id of a location; devices there and below it. null: everywhere */
            location?: number | null;
            /** @description id or short_name */
            type?: number | string | null;
            /** @description id of an inventory_device; null: any */
            device?: number | null;
            /** @description the set with the greatest weight decides; with equal weights: the set of the device, the nearest location, the type, the nearest organization, the oldest set */
            weight?: number;
            /** @description values by name; `{{ name }}` in a setting stands for the value */
            variables?: {
                [key: string]: string | number | boolean;
            };
            /** @description further values, for settings that are passwords only; never shown */
            secret_variables?: {
                [key: string]: string;
            } | null;
        };
        inventory_device_serial_body: {
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            /** @description text that is not blank, without slashes and control characters */
            serial_number: string;
            /** @description id or short_name */
            type: number | string;
            /** @description id of an organization */
            organization?: number;
            description?: string;
            /** @description id of a location */
            location?: number | null;
            /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
            access_point?: number | null;
            /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
            parent?: number | null;
            /** @description degrees, -90 to 90, with at most six decimal places */
            latitude?: string | number | null;
            /** @description degrees, -180 to 180, with at most six decimal places */
            longitude?: string | number | null;
            manufacturer?: string;
            /** @description the manufacturer's OUI */
            unique_id?: string;
            product_class?: string;
            /** @description id or name */
            firmware_image?: number | string | null;
            /**
             * Format: mac
             * @description a MAC address in any usual spelling
             */
            mac_address?: string | null;
            /** @description further properties by name, at most 65536 octets of JSON */
            attributes?: {
                [key: string]: string;
            };
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            ip_address?: string | null;
            /** @description id of an inventory_connection_profile; null: the type's own connection */
            connection_profile?: number | null;
            /** @description seconds between two polls; null: interval of the connection profile, or else of the type */
            poll_interval?: number | null;
            username?: string | null;
            password?: string | null;
            /** @description OpenSSH or PEM */
            private_key?: string | null;
            snmp_community?: string | null;
            snmp_v3?: {
                user: string;
                /** @enum {unknown} */
                auth_protocol?: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512";
                auth_password?: string;
                /** @enum {unknown} */
                priv_protocol?: "des" | "aes" | "aes192b" | "aes192r" | "aes256b" | "aes256r";
                priv_password?: string;
            } | null;
            /** @description credentials for one protocol only, before those for all: `{"http": {"token": "…"}}`; write-only */
            credentials?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description the SSH host key's algorithm and fingerprint; recorded at the first connection, null to accept another once */
            host_key?: string | null;
            /** @description SHA-256 fingerprint of the TLS certificate, hexadecimal octets with colons; recorded at the first connection with `tls: pin`, null to accept another once */
            tls_fingerprint?: string | null;
        };
        inventory_configuration_body: {
            device: number;
        };
        /** @description the object, or the bare list of `settings` */
        inventory_device_setting_body: {
            settings: {
                parameter_id?: number;
                variable_name?: string;
                name?: string;
                short_name?: string;
                /** @description of the type of the parameter */
                value: unknown;
            }[];
        } | unknown[];
        inventory_firmware_image_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            /** @description address that the device fetches the file from, without username and password */
            url: string;
            /** @description SHA-256 of the file, in hexadecimal digits */
            sha256?: string | null;
            /** @description MD5 of the file, in hexadecimal digits, for devices that compute no other */
            md5?: string | null;
            /** @description software_version that a device reports once it runs the image */
            version?: string | null;
        };
        inventory_firmware_image_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            /** @description address that the device fetches the file from, without username and password */
            url?: string;
            /** @description SHA-256 of the file, in hexadecimal digits */
            sha256?: string | null;
            /** @description MD5 of the file, in hexadecimal digits, for devices that compute no other */
            md5?: string | null;
            /** @description software_version that a device reports once it runs the image */
            version?: string | null;
        };
        dnsfilter_category_hosts_body: {
            /** @description host names; each includes all names below it */
            hosts?: string[];
        };
        dnsfilter_category_hosts_change: {
            /** @description hosts to add */
            add?: string[];
            /** @description hosts to remove */
            remove?: string[];
        };
        /**
         * @example {
         *       "targets": 1,
         *       "refused": 1,
         *       "commands": [
         *         {
         *           "type": "openwrt",
         *           "variable": "",
         *           "command": null
         *         }
         *       ],
         *       "devices": [
         *         {
         *           "device": 1,
         *           "device_name": "lobby-ap-1",
         *           "refusal": null,
         *           "run_at": null,
         *           "expires_at": ""
         *         }
         *       ]
         *     }
         */
        inventory_fleet_operation_written: {
            /** @description devices that it runs on: the value of `confirm` */
            targets: number;
            refused: number;
            /** @description commands that a `set` would send, for each type, to the devices that do not refuse it */
            commands: {
                /** @description short name of a device type */
                type: string;
                variable: string;
                /** @description with `dry_run`: the commands that would be sent to the device, a password as ***; null: no command */
                command: string | null;
            }[];
            devices: {
                device: number;
                device_name: string;
                refusal: string | null;
                run_at: string | null;
                expires_at: string;
            }[];
        };
        inventory_fleet_operation_body: {
            /** @description reboot, factory_reset, device_factory_reset, sync, reconfigure, or another one of the device's type */
            operation: string;
            /** @description values of the parameters that the type declares for the operation */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description of the operation `set`: parameters and the values that all devices shall have, as in a headless operation */
            variables?: {
                /** @description the name of a variable, without spaces */
                variable: string;
                value: string | number | boolean;
                /** @enum {unknown} */
                type?: "int" | "integer" | "boolean" | "bool" | "string";
            }[];
            /** @description ids of devices; or `filter` */
            devices?: number[];
            /** @description parameters of the list of devices, such as `location` or `type` */
            filter?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
            /** @description hours of the day by the clocks where each device is; may include midnight */
            window?: {
                /** @description HH:MM */
                from: string;
                /** @description HH:MM */
                until: string;
            };
            /** @default 10 */
            concurrency?: number;
            /** @default 0 */
            stagger?: number;
            /** @default 0 */
            canary?: number;
            stop_after_failures?: number;
            /** @description true: nothing is stored; the reply shows each device */
            dry_run?: boolean;
            /** @description the number of devices that it runs on, as a dry run shows it */
            confirm?: number;
        };
        inventory_device_operation_body: {
            /** @description reboot, factory_reset, device_factory_reset, sync, reconfigure, or another one of the device's type */
            operation: string;
            /** @description values of the parameters that the type declares for the operation */
            parameters?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
        };
        /** @description `variables`, or an object of variable names and values; variables that are not listed stay unchanged */
        inventory_device_variables_body: {
            variables?: {
                variable_name: string;
                value: unknown;
            }[];
        };
        inventory_device_name_diags_body: {
            /** @description one device, or a list of at most 100 */
            parent__name: string | string[];
            /** @enum {unknown} */
            operation: "ping" | "traceroute" | "download" | "upload" | "udp_echo" | "dns_lookup" | "wifi_neighbor" | "tcp_connect" | "http_get" | "tls_certificate" | "snmp_get" | "radius_auth";
            /**
             * @description where the diagnostic runs; compare: on both, and the results say where the difference lies
             * @enum {unknown}
             */
            source?: "device" | "gateway" | "compare";
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
            /** @description seconds: repeats it so often until `until`; each run is a transaction with the same `series` */
            every?: number;
            /**
             * Format: date-time
             * @description end of the repetition, at most 30 days after the first run; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway)
             */
            until?: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            host?: string;
            /** @description outgoing interface; empty: chosen by the routing table */
            interface?: string;
            /** @description number of queries */
            count?: number;
            /** @description milliseconds to wait for each answer */
            timeout?: number;
            /** @description octets after the header */
            packet_size?: number;
            /** @description differentiated services code point of the packets */
            dscp?: number;
            /** @description packets for each hop */
            tries?: number;
            /** @description maximum number of hops */
            max_hops?: number;
            /** @description an http, https or ftp URL without username and password */
            url?: string;
            /** @description concurrent connections */
            connections?: number;
            /** @description duration in seconds; 0: one transfer */
            duration?: number;
            /** @description octets to send */
            file_size?: number;
            port?: number;
            /** @description milliseconds between two packets */
            interval?: number;
            /**
             * @description type of the records; empty: A and AAAA
             * @enum {unknown}
             */
            record_type?: "" | "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /** @description address or name of the name server; empty: the resolver of the gateway */
            dns_server?: string;
            /** @description variables of the device's SNMP agent; default: its system variables (description, type, uptime, name) */
            oids?: string[];
            /** @description shared secret */
            secret?: string;
            username?: string;
            /** @description sent by PAP */
            password?: string;
            nas_identifier?: string;
        };
        inventory_connection_profile_body: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name: string;
            description?: string;
            connection_service?: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            collection_service?: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            storage_service?: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description seconds between two polls of its devices; null: interval of the type */
            poll_interval?: number | null;
            /** @description networks of the devices that it may be used for, asked at each connection; null: all */
            networks?: string[] | null;
            username?: string | null;
            password?: string | null;
            /** @description OpenSSH or PEM */
            private_key?: string | null;
            snmp_community?: string | null;
            snmp_v3?: {
                user: string;
                /** @enum {unknown} */
                auth_protocol?: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512";
                auth_password?: string;
                /** @enum {unknown} */
                priv_protocol?: "des" | "aes" | "aes192b" | "aes192r" | "aes256b" | "aes256r";
                priv_password?: string;
            } | null;
            /** @description credentials for one protocol only, before those for all: `{"http": {"token": "…"}}`; write-only */
            credentials?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            } | null;
        };
        inventory_connection_profile_change: {
            /** @description id of an organization */
            organization?: number;
            /** @description text that is not blank, without slashes and control characters */
            name?: string;
            description?: string;
            connection_service?: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            collection_service?: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            storage_service?: {
                /** @description an adapter's name, such as ssh */
                protocol: string;
                port?: number;
                /**
                 * @description first_use (default): the first key seen is recorded; pinned: only the key in the device's host_key is accepted
                 * @enum {unknown}
                 */
                host_key_policy?: "first_use" | "pinned";
                /** @description the adapter's own options */
                options?: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description seconds between two polls of its devices; null: interval of the type */
            poll_interval?: number | null;
            /** @description networks of the devices that it may be used for, asked at each connection; null: all */
            networks?: string[] | null;
            username?: string | null;
            password?: string | null;
            /** @description OpenSSH or PEM */
            private_key?: string | null;
            snmp_community?: string | null;
            snmp_v3?: {
                user: string;
                /** @enum {unknown} */
                auth_protocol?: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512";
                auth_password?: string;
                /** @enum {unknown} */
                priv_protocol?: "des" | "aes" | "aes192b" | "aes192r" | "aes256b" | "aes256r";
                priv_password?: string;
            } | null;
            /** @description credentials for one protocol only, before those for all: `{"http": {"token": "…"}}`; write-only */
            credentials?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            } | null;
        };
        inventory_device_serial_diags_body: {
            /** @description one device, or a list of at most 100 */
            parent__serial_number: string | string[];
            /** @enum {unknown} */
            operation: "ping" | "traceroute" | "download" | "upload" | "udp_echo" | "dns_lookup" | "wifi_neighbor" | "tcp_connect" | "http_get" | "tls_certificate" | "snmp_get" | "radius_auth";
            /**
             * @description where the diagnostic runs; compare: on both, and the results say where the difference lies
             * @enum {unknown}
             */
            source?: "device" | "gateway" | "compare";
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
            /** @description seconds: repeats it so often until `until`; each run is a transaction with the same `series` */
            every?: number;
            /**
             * Format: date-time
             * @description end of the repetition, at most 30 days after the first run; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway)
             */
            until?: string;
            /**
             * Format: host
             * @description an IPv4 or IPv6 address, or a host name
             */
            host?: string;
            /** @description outgoing interface; empty: chosen by the routing table */
            interface?: string;
            /** @description number of queries */
            count?: number;
            /** @description milliseconds to wait for each answer */
            timeout?: number;
            /** @description octets after the header */
            packet_size?: number;
            /** @description differentiated services code point of the packets */
            dscp?: number;
            /** @description packets for each hop */
            tries?: number;
            /** @description maximum number of hops */
            max_hops?: number;
            /** @description an http, https or ftp URL without username and password */
            url?: string;
            /** @description concurrent connections */
            connections?: number;
            /** @description duration in seconds; 0: one transfer */
            duration?: number;
            /** @description octets to send */
            file_size?: number;
            port?: number;
            /** @description milliseconds between two packets */
            interval?: number;
            /**
             * @description type of the records; empty: A and AAAA
             * @enum {unknown}
             */
            record_type?: "" | "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TXT";
            /** @description address or name of the name server; empty: the resolver of the gateway */
            dns_server?: string;
            /** @description variables of the device's SNMP agent; default: its system variables (description, type, uptime, name) */
            oids?: string[];
            /** @description shared secret */
            secret?: string;
            username?: string;
            /** @description sent by PAP */
            password?: string;
            nas_identifier?: string;
        };
        /**
         * @example {
         *       "dry_run": true,
         *       "devices": [
         *         {
         *           "parent": {
         *             "id": 1,
         *             "name": "lobby-ap-1"
         *           },
         *           "variables": [
         *             {
         *               "variable": "",
         *               "command": null
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        inventory_device_headless_operation: {
            /** @constant */
            dry_run: true;
            devices: {
                parent: {
                    id: number;
                    name: string;
                };
                variables: {
                    variable: string;
                    /** @description with `dry_run`: the commands that would be sent to the device, a password as ***; null: no command */
                    command: string | null;
                }[];
            }[];
        };
        inventory_device_headless_operation_body: {
            /** @description one device, or a list of at most 100 */
            parent_id: number | number[];
            /** @enum {unknown} */
            operation: "get" | "set" | "add.obj" | "del.obj";
            variables: ({
                /** @description the name of a variable, without spaces */
                variable?: string;
                value?: string | number | boolean;
                /** @enum {unknown} */
                type?: "int" | "integer" | "boolean" | "bool" | "string";
                /** @description `add.obj`: the values of the new instance */
                values?: {
                    /** @description the name of a variable, without spaces */
                    variable: string;
                    value: string | number | boolean;
                    /** @enum {unknown} */
                    type?: "int" | "integer" | "boolean" | "bool" | "string";
                }[];
            } | string)[];
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
            /** @description seconds: repeats it so often until `until`; each run is a transaction with the same `series` */
            every?: number;
            /**
             * Format: date-time
             * @description end of the repetition, at most 30 days after the first run; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway)
             */
            until?: string;
        };
        inventory_device_name_headless_operation_body: {
            /** @description one device, or a list of at most 100 */
            parent__name: string | string[];
            /** @enum {unknown} */
            operation: "get" | "set" | "add.obj" | "del.obj";
            variables: ({
                /** @description the name of a variable, without spaces */
                variable?: string;
                value?: string | number | boolean;
                /** @enum {unknown} */
                type?: "int" | "integer" | "boolean" | "bool" | "string";
                /** @description `add.obj`: the values of the new instance */
                values?: {
                    /** @description the name of a variable, without spaces */
                    variable: string;
                    value: string | number | boolean;
                    /** @enum {unknown} */
                    type?: "int" | "integer" | "boolean" | "bool" | "string";
                }[];
            } | string)[];
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
            /** @description seconds: repeats it so often until `until`; each run is a transaction with the same `series` */
            every?: number;
            /**
             * Format: date-time
             * @description end of the repetition, at most 30 days after the first run; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway)
             */
            until?: string;
        };
        inventory_device_serial_headless_operation_body: {
            /** @description one device, or a list of at most 100 */
            parent__serial_number: string | string[];
            /** @enum {unknown} */
            operation: "get" | "set" | "add.obj" | "del.obj";
            variables: ({
                /** @description the name of a variable, without spaces */
                variable?: string;
                value?: string | number | boolean;
                /** @enum {unknown} */
                type?: "int" | "integer" | "boolean" | "bool" | "string";
                /** @description `add.obj`: the values of the new instance */
                values?: {
                    /** @description the name of a variable, without spaces */
                    variable: string;
                    value: string | number | boolean;
                    /** @enum {unknown} */
                    type?: "int" | "integer" | "boolean" | "bool" | "string";
                }[];
            } | string)[];
            /**
             * Format: date-time
             * @description runs it at this time; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent or past: now
             */
            run_at?: string;
            /**
             * Format: date-time
             * @description ends it as expired if it has not begun by then, as on a device that cannot be reached; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway); absent: 24 hours after run_at
             */
            expires_at?: string;
            /** @description seconds: repeats it so often until `until`; each run is a transaction with the same `series` */
            every?: number;
            /**
             * Format: date-time
             * @description end of the repetition, at most 30 days after the first run; without an offset, local time where the device is (time_zone of its location, else of the organization, else of the gateway)
             */
            until?: string;
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
    inventory_device_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "serial_number" | "-serial_number" | "type" | "-type" | "status" | "-status" | "ip_address" | "-ip_address" | "mac_address" | "-mac_address" | "location" | "-location" | "access_point" | "-access_point" | "parent" | "-parent" | "connection_profile" | "-connection_profile" | "firmware_image" | "-firmware_image" | "last_status_change" | "-last_status_change" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
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
                /** @description text that is not blank, without slashes and control characters */
                serial_number?: string;
                /** @description values, separated by commas */
                serial_number__in?: string;
                /** @description true: is null */
                serial_number__isnull?: boolean;
                /** @description contains, ignoring case */
                serial_number__icontains?: string;
                /** @description id or short_name */
                type?: number | string;
                /** @description values, separated by commas; id or short_name */
                type__in?: string;
                /** @description true: is null */
                type__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_type */
                type__gte?: number;
                /** @description less than or equal to; id of an inventory_type */
                type__lte?: number;
                /** @description true: the device answered the last request */
                status?: boolean;
                /** @description values, separated by commas */
                status__in?: string;
                /** @description true: is null */
                status__isnull?: boolean;
                /** @description an IPv4 or IPv6 address, or a host name */
                ip_address?: string;
                /** @description values, separated by commas */
                ip_address__in?: string;
                /** @description true: is null */
                ip_address__isnull?: boolean;
                /** @description contains, ignoring case */
                ip_address__icontains?: string;
                /** @description a MAC address in any usual spelling */
                mac_address?: string;
                /** @description values, separated by commas */
                mac_address__in?: string;
                /** @description true: is null */
                mac_address__isnull?: boolean;
                /** @description contains, ignoring case */
                mac_address__icontains?: string;
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
                /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point?: number;
                /** @description values, separated by commas */
                access_point__in?: string;
                /** @description true: is null */
                access_point__isnull?: boolean;
                /** @description greater than or equal to; id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point__gte?: number;
                /** @description less than or equal to; id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point__lte?: number;
                /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent__gte?: number;
                /** @description less than or equal to; id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent__lte?: number;
                /** @description id of an inventory_connection_profile; null: the type's own connection */
                connection_profile?: number;
                /** @description values, separated by commas */
                connection_profile__in?: string;
                /** @description true: is null */
                connection_profile__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_connection_profile; null: the type's own connection */
                connection_profile__gte?: number;
                /** @description less than or equal to; id of an inventory_connection_profile; null: the type's own connection */
                connection_profile__lte?: number;
                /** @description id or name */
                firmware_image?: number | string;
                /** @description values, separated by commas; id or name */
                firmware_image__in?: string;
                /** @description true: is null */
                firmware_image__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_firmware_image, which the operation firmware installs */
                firmware_image__gte?: number;
                /** @description less than or equal to; id of an inventory_firmware_image, which the operation firmware installs */
                firmware_image__lte?: number;
                last_status_change?: string;
                /** @description values, separated by commas */
                last_status_change__in?: string;
                /** @description true: is null */
                last_status_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_status_change__gte?: string;
                /** @description less than or equal to */
                last_status_change__lte?: string;
                created_at?: string;
                /** @description values, separated by commas */
                created_at__in?: string;
                /** @description true: is null */
                created_at__isnull?: boolean;
                /** @description greater than or equal to */
                created_at__gte?: string;
                /** @description less than or equal to */
                created_at__lte?: string;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
                /** @description id of an organization */
                organization?: number;
                last_status_change_from?: string;
                /** @description show whether desired values are pending on the device */
                pending?: boolean;
                /** @description show how many sessions are open */
                sessions?: boolean;
                /** @description show the results of the last poll */
                metrics?: "last";
                /** @description names of metrics: show the last six hours of the first one that the device has, such as `clients,load` */
                course?: string;
                /** @description check first whether the device is reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_device"][];
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
    inventory_device_create: {
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
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_body"] | components["schemas"]["inventory_device_body"][];
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
                    "application/json": components["schemas"]["inventory_device_written"] | components["schemas"]["inventory_device_written"][];
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
    inventory_device_retrieve: {
        parameters: {
            query?: {
                /** @description show whether desired values are pending on the device */
                pending?: boolean;
                /** @description show how many sessions are open */
                sessions?: boolean;
                /** @description show the results of the last poll */
                metrics?: "last";
                /** @description names of metrics: show the last six hours of the first one that the device has, such as `clients,load` */
                course?: string;
                /** @description check first whether the device is reachable */
                update_status?: boolean;
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
                    "application/json": components["schemas"]["inventory_device"];
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
    inventory_device_replace: {
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
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_body"];
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
                    "application/json": components["schemas"]["inventory_device_written"];
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
    inventory_device_destroy: {
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
    inventory_device_update: {
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
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_change"];
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
                    "application/json": components["schemas"]["inventory_device_written"];
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
    inventory_device_diags_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parent__id?: number;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
                operation?: string;
                /** @description that it is part of */
                fleet_operation?: string;
                /** @description whose run it is */
                series?: string;
                /** @description id of one transaction */
                id?: string;
                /** @description check first whether the devices of the page are reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_transaction"][];
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
    inventory_device_diags_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
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
                 *       "parent_id": 1,
                 *       "operation": "ping",
                 *       "host": "192.0.2.1",
                 *       "count": 4
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_diags_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"] | components["schemas"]["inventory_transaction"][];
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
    inventory_device_headless_operation_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parent__id?: number;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
                operation?: string;
                /** @description that it is part of */
                fleet_operation?: string;
                /** @description whose run it is */
                series?: string;
                /** @description id of one transaction */
                id?: string;
                /** @description check first whether the devices of the page are reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_transaction"][];
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
    inventory_device_headless_operation_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
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
                 *       "parent_id": 1,
                 *       "operation": "get",
                 *       "variables": [
                 *         {
                 *           "variable": "system.hostname"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_headless_operation_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"] | components["schemas"]["inventory_transaction"][] | components["schemas"]["inventory_device_headless_operation"];
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
    inventory_device_ipping_retrieve: {
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
                    "application/json": components["schemas"]["inventory_device_ipping"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_operation_replace: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
            };
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
                 *       "operation": "reboot"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_operation_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_transaction"];
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
    inventory_device_setting_list: {
        parameters: {
            query: {
                /** @description assigned by the gateway */
                parent_id: number;
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parameter__variable_name?: string;
                parameter__name?: string;
                parameter__short_name?: string;
                parameter_id?: string;
                /** @description show the desired values that are pending */
                pending?: boolean;
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
                        results: components["schemas"]["inventory_device_setting"][];
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
    inventory_device_setting_replace: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description assigned by the gateway */
                parent_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_setting_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_setting"][];
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
    inventory_device_setting_update: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description assigned by the gateway */
                parent_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_setting_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_setting"][];
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
    inventory_device_variables_list: {
        parameters: {
            query: {
                /** @description assigned by the gateway */
                parent_id: number;
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description one name, or several separated by commas */
                parameter__variable_name?: string;
                /** @description one name, or several separated by commas */
                parameter__name?: string;
                /** @description one name, or several separated by commas */
                parameter__short_name?: string;
                /** @description true: * in these names matches any text */
                wildcard?: boolean;
                /** @description read the device first */
                force_update?: boolean;
                /** @description show the desired values that are pending */
                pending?: boolean;
                /** @description show the fields of the parameters */
                extra?: boolean;
                /** @description show the times of the values */
                dates?: boolean;
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
                        results: components["schemas"]["inventory_device_variables"][];
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
    inventory_device_variables_replace: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description assigned by the gateway */
                parent_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variables": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_variables_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_variables"][];
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
    inventory_device_name_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "serial_number" | "-serial_number" | "type" | "-type" | "status" | "-status" | "ip_address" | "-ip_address" | "mac_address" | "-mac_address" | "location" | "-location" | "access_point" | "-access_point" | "parent" | "-parent" | "connection_profile" | "-connection_profile" | "firmware_image" | "-firmware_image" | "last_status_change" | "-last_status_change" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
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
                /** @description text that is not blank, without slashes and control characters */
                serial_number?: string;
                /** @description values, separated by commas */
                serial_number__in?: string;
                /** @description true: is null */
                serial_number__isnull?: boolean;
                /** @description contains, ignoring case */
                serial_number__icontains?: string;
                /** @description id or short_name */
                type?: number | string;
                /** @description values, separated by commas; id or short_name */
                type__in?: string;
                /** @description true: is null */
                type__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_type */
                type__gte?: number;
                /** @description less than or equal to; id of an inventory_type */
                type__lte?: number;
                /** @description true: the device answered the last request */
                status?: boolean;
                /** @description values, separated by commas */
                status__in?: string;
                /** @description true: is null */
                status__isnull?: boolean;
                /** @description an IPv4 or IPv6 address, or a host name */
                ip_address?: string;
                /** @description values, separated by commas */
                ip_address__in?: string;
                /** @description true: is null */
                ip_address__isnull?: boolean;
                /** @description contains, ignoring case */
                ip_address__icontains?: string;
                /** @description a MAC address in any usual spelling */
                mac_address?: string;
                /** @description values, separated by commas */
                mac_address__in?: string;
                /** @description true: is null */
                mac_address__isnull?: boolean;
                /** @description contains, ignoring case */
                mac_address__icontains?: string;
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
                /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point?: number;
                /** @description values, separated by commas */
                access_point__in?: string;
                /** @description true: is null */
                access_point__isnull?: boolean;
                /** @description greater than or equal to; id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point__gte?: number;
                /** @description less than or equal to; id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point__lte?: number;
                /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent__gte?: number;
                /** @description less than or equal to; id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent__lte?: number;
                /** @description id of an inventory_connection_profile; null: the type's own connection */
                connection_profile?: number;
                /** @description values, separated by commas */
                connection_profile__in?: string;
                /** @description true: is null */
                connection_profile__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_connection_profile; null: the type's own connection */
                connection_profile__gte?: number;
                /** @description less than or equal to; id of an inventory_connection_profile; null: the type's own connection */
                connection_profile__lte?: number;
                /** @description id or name */
                firmware_image?: number | string;
                /** @description values, separated by commas; id or name */
                firmware_image__in?: string;
                /** @description true: is null */
                firmware_image__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_firmware_image, which the operation firmware installs */
                firmware_image__gte?: number;
                /** @description less than or equal to; id of an inventory_firmware_image, which the operation firmware installs */
                firmware_image__lte?: number;
                last_status_change?: string;
                /** @description values, separated by commas */
                last_status_change__in?: string;
                /** @description true: is null */
                last_status_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_status_change__gte?: string;
                /** @description less than or equal to */
                last_status_change__lte?: string;
                created_at?: string;
                /** @description values, separated by commas */
                created_at__in?: string;
                /** @description true: is null */
                created_at__isnull?: boolean;
                /** @description greater than or equal to */
                created_at__gte?: string;
                /** @description less than or equal to */
                created_at__lte?: string;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
                /** @description id of an organization */
                organization?: number;
                last_status_change_from?: string;
                /** @description show whether desired values are pending on the device */
                pending?: boolean;
                /** @description show how many sessions are open */
                sessions?: boolean;
                /** @description show the results of the last poll */
                metrics?: "last";
                /** @description names of metrics: show the last six hours of the first one that the device has, such as `clients,load` */
                course?: string;
                /** @description check first whether the device is reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_device"][];
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
    inventory_device_name_create: {
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
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_body"] | components["schemas"]["inventory_device_body"][];
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
                    "application/json": components["schemas"]["inventory_device_written"] | components["schemas"]["inventory_device_written"][];
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
    inventory_device_name_retrieve: {
        parameters: {
            query?: {
                /** @description show whether desired values are pending on the device */
                pending?: boolean;
                /** @description show how many sessions are open */
                sessions?: boolean;
                /** @description show the results of the last poll */
                metrics?: "last";
                /** @description names of metrics: show the last six hours of the first one that the device has, such as `clients,load` */
                course?: string;
                /** @description check first whether the device is reachable */
                update_status?: boolean;
            };
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                name: string;
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
                    "application/json": components["schemas"]["inventory_device"];
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
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_name_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description text that is not blank, without slashes and control characters */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby-ap-1",
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_body"];
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
                    "application/json": components["schemas"]["inventory_device_written"];
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
    inventory_device_name_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description text that is not blank, without slashes and control characters */
                name: string;
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
    inventory_device_name_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description text that is not blank, without slashes and control characters */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby-ap-1",
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_change"];
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
                    "application/json": components["schemas"]["inventory_device_written"];
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
    inventory_device_name_diags_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parent__id?: number;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
                operation?: string;
                /** @description that it is part of */
                fleet_operation?: string;
                /** @description whose run it is */
                series?: string;
                /** @description id of one transaction */
                id?: string;
                /** @description check first whether the devices of the page are reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_transaction"][];
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
    inventory_device_name_diags_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
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
                 *       "parent__name": "lobby-ap-1",
                 *       "operation": "ping",
                 *       "host": "192.0.2.1",
                 *       "count": 4
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_name_diags_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"] | components["schemas"]["inventory_transaction"][];
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
    inventory_device_name_headless_operation_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parent__id?: number;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
                operation?: string;
                /** @description that it is part of */
                fleet_operation?: string;
                /** @description whose run it is */
                series?: string;
                /** @description id of one transaction */
                id?: string;
                /** @description check first whether the devices of the page are reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_transaction"][];
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
    inventory_device_name_headless_operation_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
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
                 *       "parent__name": "lobby-ap-1",
                 *       "operation": "get",
                 *       "variables": [
                 *         {
                 *           "variable": "system.hostname"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_name_headless_operation_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"] | components["schemas"]["inventory_transaction"][] | components["schemas"]["inventory_device_headless_operation"];
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
    inventory_device_name_ipping_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
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
                    "application/json": components["schemas"]["inventory_device_ipping"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_name_operation_replace: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "reboot"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_operation_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_transaction"];
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
    inventory_device_name_setting_list: {
        parameters: {
            query: {
                parent__name: string;
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parameter__variable_name?: string;
                parameter__name?: string;
                parameter__short_name?: string;
                parameter_id?: string;
                /** @description show the desired values that are pending */
                pending?: boolean;
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
                        results: components["schemas"]["inventory_device_setting"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_name_setting_replace: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                parent__name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_setting_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_setting"][];
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
    inventory_device_name_setting_update: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                parent__name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_setting_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_setting"][];
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
    inventory_device_name_variables_list: {
        parameters: {
            query: {
                parent__name: string;
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description one name, or several separated by commas */
                parameter__variable_name?: string;
                /** @description one name, or several separated by commas */
                parameter__name?: string;
                /** @description one name, or several separated by commas */
                parameter__short_name?: string;
                /** @description true: * in these names matches any text */
                wildcard?: boolean;
                /** @description read the device first */
                force_update?: boolean;
                /** @description show the desired values that are pending */
                pending?: boolean;
                /** @description show the fields of the parameters */
                extra?: boolean;
                /** @description show the times of the values */
                dates?: boolean;
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
                        results: components["schemas"]["inventory_device_variables"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_name_variables_replace: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                parent__name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variables": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_variables_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_variables"][];
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
    inventory_device_serial_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "serial_number" | "-serial_number" | "type" | "-type" | "status" | "-status" | "ip_address" | "-ip_address" | "mac_address" | "-mac_address" | "location" | "-location" | "access_point" | "-access_point" | "parent" | "-parent" | "connection_profile" | "-connection_profile" | "firmware_image" | "-firmware_image" | "last_status_change" | "-last_status_change" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
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
                /** @description text that is not blank, without slashes and control characters */
                serial_number?: string;
                /** @description values, separated by commas */
                serial_number__in?: string;
                /** @description true: is null */
                serial_number__isnull?: boolean;
                /** @description contains, ignoring case */
                serial_number__icontains?: string;
                /** @description id or short_name */
                type?: number | string;
                /** @description values, separated by commas; id or short_name */
                type__in?: string;
                /** @description true: is null */
                type__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_type */
                type__gte?: number;
                /** @description less than or equal to; id of an inventory_type */
                type__lte?: number;
                /** @description true: the device answered the last request */
                status?: boolean;
                /** @description values, separated by commas */
                status__in?: string;
                /** @description true: is null */
                status__isnull?: boolean;
                /** @description an IPv4 or IPv6 address, or a host name */
                ip_address?: string;
                /** @description values, separated by commas */
                ip_address__in?: string;
                /** @description true: is null */
                ip_address__isnull?: boolean;
                /** @description contains, ignoring case */
                ip_address__icontains?: string;
                /** @description a MAC address in any usual spelling */
                mac_address?: string;
                /** @description values, separated by commas */
                mac_address__in?: string;
                /** @description true: is null */
                mac_address__isnull?: boolean;
                /** @description contains, ignoring case */
                mac_address__icontains?: string;
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
                /** @description id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point?: number;
                /** @description values, separated by commas */
                access_point__in?: string;
                /** @description true: is null */
                access_point__isnull?: boolean;
                /** @description greater than or equal to; id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point__gte?: number;
                /** @description less than or equal to; id of the access_point that the device is; null: the one with its MAC address in its organization */
                access_point__lte?: number;
                /** @description id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent?: number;
                /** @description values, separated by commas */
                parent__in?: string;
                /** @description true: is null */
                parent__isnull?: boolean;
                /** @description greater than or equal to; id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent__gte?: number;
                /** @description less than or equal to; id of the inventory_device that it is connected through: while that one is down, no alert tells of this one */
                parent__lte?: number;
                /** @description id of an inventory_connection_profile; null: the type's own connection */
                connection_profile?: number;
                /** @description values, separated by commas */
                connection_profile__in?: string;
                /** @description true: is null */
                connection_profile__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_connection_profile; null: the type's own connection */
                connection_profile__gte?: number;
                /** @description less than or equal to; id of an inventory_connection_profile; null: the type's own connection */
                connection_profile__lte?: number;
                /** @description id or name */
                firmware_image?: number | string;
                /** @description values, separated by commas; id or name */
                firmware_image__in?: string;
                /** @description true: is null */
                firmware_image__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_firmware_image, which the operation firmware installs */
                firmware_image__gte?: number;
                /** @description less than or equal to; id of an inventory_firmware_image, which the operation firmware installs */
                firmware_image__lte?: number;
                last_status_change?: string;
                /** @description values, separated by commas */
                last_status_change__in?: string;
                /** @description true: is null */
                last_status_change__isnull?: boolean;
                /** @description greater than or equal to */
                last_status_change__gte?: string;
                /** @description less than or equal to */
                last_status_change__lte?: string;
                created_at?: string;
                /** @description values, separated by commas */
                created_at__in?: string;
                /** @description true: is null */
                created_at__isnull?: boolean;
                /** @description greater than or equal to */
                created_at__gte?: string;
                /** @description less than or equal to */
                created_at__lte?: string;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
                /** @description id of an organization */
                organization?: number;
                last_status_change_from?: string;
                /** @description show whether desired values are pending on the device */
                pending?: boolean;
                /** @description show how many sessions are open */
                sessions?: boolean;
                /** @description show the results of the last poll */
                metrics?: "last";
                /** @description names of metrics: show the last six hours of the first one that the device has, such as `clients,load` */
                course?: string;
                /** @description check first whether the device is reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_device"][];
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
    inventory_device_serial_create: {
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
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_serial_body"] | components["schemas"]["inventory_device_serial_body"][];
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
                    "application/json": components["schemas"]["inventory_device_written"] | components["schemas"]["inventory_device_written"][];
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
    inventory_device_serial_retrieve: {
        parameters: {
            query?: {
                /** @description show whether desired values are pending on the device */
                pending?: boolean;
                /** @description show how many sessions are open */
                sessions?: boolean;
                /** @description show the results of the last poll */
                metrics?: "last";
                /** @description names of metrics: show the last six hours of the first one that the device has, such as `clients,load` */
                course?: string;
                /** @description check first whether the device is reachable */
                update_status?: boolean;
            };
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
            path: {
                serial_number: string;
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
                    "application/json": components["schemas"]["inventory_device"];
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
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_serial_replace: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description text that is not blank, without slashes and control characters */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby-ap-1",
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_body"];
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
                    "application/json": components["schemas"]["inventory_device_written"];
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
    inventory_device_serial_destroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description text that is not blank, without slashes and control characters */
                serial_number: string;
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
    inventory_device_serial_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: the change applies only to these states */
                "If-Match"?: components["parameters"]["if_match"];
            };
            path: {
                /** @description text that is not blank, without slashes and control characters */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby-ap-1",
                 *       "serial_number": "SN-0001",
                 *       "type": "openwrt",
                 *       "ip_address": "192.0.2.10"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_change"];
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
                    "application/json": components["schemas"]["inventory_device_written"];
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
    inventory_device_serial_diags_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parent__id?: number;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
                operation?: string;
                /** @description that it is part of */
                fleet_operation?: string;
                /** @description whose run it is */
                series?: string;
                /** @description id of one transaction */
                id?: string;
                /** @description check first whether the devices of the page are reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_transaction"][];
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
    inventory_device_serial_diags_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
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
                 *       "parent__serial_number": "SN-0001",
                 *       "operation": "ping",
                 *       "host": "192.0.2.1",
                 *       "count": 4
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_serial_diags_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"] | components["schemas"]["inventory_transaction"][];
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
    inventory_device_serial_headless_operation_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parent__id?: number;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
                operation?: string;
                /** @description that it is part of */
                fleet_operation?: string;
                /** @description whose run it is */
                series?: string;
                /** @description id of one transaction */
                id?: string;
                /** @description check first whether the devices of the page are reachable */
                update_status?: boolean;
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
                        results: components["schemas"]["inventory_transaction"][];
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
    inventory_device_serial_headless_operation_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
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
                 *       "parent__serial_number": "SN-0001",
                 *       "operation": "get",
                 *       "variables": [
                 *         {
                 *           "variable": "system.hostname"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_serial_headless_operation_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"] | components["schemas"]["inventory_transaction"][] | components["schemas"]["inventory_device_headless_operation"];
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
    inventory_device_serial_ipping_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serial_number: string;
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
                    "application/json": components["schemas"]["inventory_device_ipping"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_serial_operation_replace: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
            };
            header?: never;
            path: {
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "reboot"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_operation_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_transaction"];
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
    inventory_device_serial_setting_list: {
        parameters: {
            query: {
                parent__serial_number: string;
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parameter__variable_name?: string;
                parameter__name?: string;
                parameter__short_name?: string;
                parameter_id?: string;
                /** @description show the desired values that are pending */
                pending?: boolean;
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
                        results: components["schemas"]["inventory_device_setting"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_serial_setting_replace: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                parent__serial_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_setting_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_setting"][];
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
    inventory_device_serial_setting_update: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                parent__serial_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_setting_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_setting"][];
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
    inventory_device_serial_variables_list: {
        parameters: {
            query: {
                parent__serial_number: string;
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description one name, or several separated by commas */
                parameter__variable_name?: string;
                /** @description one name, or several separated by commas */
                parameter__name?: string;
                /** @description one name, or several separated by commas */
                parameter__short_name?: string;
                /** @description true: * in these names matches any text */
                wildcard?: boolean;
                /** @description read the device first */
                force_update?: boolean;
                /** @description show the desired values that are pending */
                pending?: boolean;
                /** @description show the fields of the parameters */
                extra?: boolean;
                /** @description show the times of the values */
                dates?: boolean;
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
                        results: components["schemas"]["inventory_device_variables"][];
                    };
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_device_serial_variables_replace: {
        parameters: {
            query?: {
                /** @description true: nothing is stored or sent; the reply has the commands */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                parent__serial_number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variables": [
                 *         {
                 *           "variable_name": "radio.channel",
                 *           "value": 11
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_device_variables_body"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_device_variables"][];
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
    inventory_device_whip_retrieve: {
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
                    "application/json": components["schemas"]["inventory_device_whip"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_connection_profile_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
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
                created_at?: string;
                /** @description values, separated by commas */
                created_at__in?: string;
                /** @description true: is null */
                created_at__isnull?: boolean;
                /** @description greater than or equal to */
                created_at__gte?: string;
                /** @description less than or equal to */
                created_at__lte?: string;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
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
                        results: components["schemas"]["inventory_connection_profile"][];
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
    inventory_connection_profile_create: {
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
                 *       "name": "OpenWrt over SSH",
                 *       "connection_service": {
                 *         "protocol": "ssh",
                 *         "port": 22
                 *       },
                 *       "username": "root",
                 *       "password": "a password of the device"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_connection_profile_body"];
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
                    "application/json": components["schemas"]["inventory_connection_profile"];
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
    inventory_connection_profile_retrieve: {
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
                    "application/json": components["schemas"]["inventory_connection_profile"];
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
    inventory_connection_profile_replace: {
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
                 *       "name": "OpenWrt over SSH",
                 *       "connection_service": {
                 *         "protocol": "ssh",
                 *         "port": 22
                 *       },
                 *       "username": "root",
                 *       "password": "a password of the device"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_connection_profile_body"];
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
                    "application/json": components["schemas"]["inventory_connection_profile"];
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
    inventory_connection_profile_destroy: {
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
    inventory_connection_profile_update: {
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
                 *       "name": "OpenWrt over SSH",
                 *       "connection_service": {
                 *         "protocol": "ssh",
                 *         "port": 22
                 *       },
                 *       "username": "root",
                 *       "password": "a password of the device"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_connection_profile_change"];
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
                    "application/json": components["schemas"]["inventory_connection_profile"];
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
    inventory_firmware_image_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "version" | "-version" | "updated_at" | "-updated_at";
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
                /** @description software_version that a device reports once it runs the image */
                version?: string;
                /** @description values, separated by commas */
                version__in?: string;
                /** @description true: is null */
                version__isnull?: boolean;
                /** @description contains, ignoring case */
                version__icontains?: string;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
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
                        results: components["schemas"]["inventory_firmware_image"][];
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
    inventory_firmware_image_create: {
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
                 *       "name": "openwrt-24.10.1-gl-mt3000",
                 *       "url": "https://192.0.2.9/openwrt-24.10.1.bin",
                 *       "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                 *       "version": "24.10.1"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_firmware_image_body"];
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
                    "application/json": components["schemas"]["inventory_firmware_image"];
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
    inventory_firmware_image_retrieve: {
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
                    "application/json": components["schemas"]["inventory_firmware_image"];
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
    inventory_firmware_image_replace: {
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
                 *       "name": "openwrt-24.10.1-gl-mt3000",
                 *       "url": "https://192.0.2.9/openwrt-24.10.1.bin",
                 *       "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                 *       "version": "24.10.1"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_firmware_image_body"];
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
                    "application/json": components["schemas"]["inventory_firmware_image"];
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
    inventory_firmware_image_destroy: {
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
    inventory_firmware_image_update: {
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
                 *       "name": "openwrt-24.10.1-gl-mt3000",
                 *       "url": "https://192.0.2.9/openwrt-24.10.1.bin",
                 *       "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                 *       "version": "24.10.1"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_firmware_image_change"];
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
                    "application/json": components["schemas"]["inventory_firmware_image"];
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
    inventory_device_log_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description greater than or equal to */
                datetime__gte?: string;
                /** @description less than or equal to */
                datetime__lte?: string;
                parent__id?: number;
                action?: "set" | "get" | "add_object" | "del_object" | "command" | "event" | "alert";
                is_pending?: boolean;
                is_applied?: boolean;
                variable_name?: string;
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
                        results: components["schemas"]["inventory_device_log"][];
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
    inventory_device_log_retrieve: {
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
                    "application/json": components["schemas"]["inventory_device_log"];
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
    inventory_device_availability_retrieve: {
        parameters: {
            query?: {
                /** @description the earliest time */
                start_date?: string;
                /** @description the latest time; a date includes its whole day */
                end_date?: string;
                /** @description only of this organization, without those below it */
                organization?: number;
                /** @description only devices of this location */
                location?: number;
                /** @description `device`: the least available first; `day`: all devices together, by the days of your organization */
                group_by?: "device" | "day";
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
                    "application/json": components["schemas"]["inventory_device_availability"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_metric_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "type" | "-type";
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
                /** @description a: absolute; c: counter, per second; d: delta */
                type?: "a" | "c" | "d";
                /** @description values, separated by commas */
                type__in?: string;
                /** @description true: is null */
                type__isnull?: boolean;
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
                        results: components["schemas"]["inventory_metric"][];
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
    inventory_metric_retrieve: {
        parameters: {
            query?: {
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
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
                    "application/json": components["schemas"]["inventory_metric"];
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
    inventory_metric_log_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description greater than or equal to */
                datetime__gte?: string;
                /** @description less than or equal to */
                datetime__lte?: string;
                device__name?: string;
                metric__name?: string;
                metric_name?: string;
                parameter__name?: string;
                parameter_name?: string;
                parameter__short_name?: string;
                parameter__variable_name?: string;
                interface?: string;
                /** @description a rollup instead of single results: by 5 minutes, hours or days (UTC); auto: by the length of the range of `datetime`, or a finer one where that rollup does not exist yet */
                resolution?: "raw" | "5min" | "hour" | "day" | "auto";
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
                        results: components["schemas"]["inventory_metric_log_listed"][];
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
    inventory_metric_log_retrieve: {
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
                    "application/json": components["schemas"]["inventory_metric_log"];
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
    inventory_parameter_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "short_name" | "-short_name" | "variable_name" | "-variable_name" | "type" | "-type" | "device_type" | "-device_type";
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
                short_name?: string;
                /** @description values, separated by commas */
                short_name__in?: string;
                /** @description true: is null */
                short_name__isnull?: boolean;
                /** @description contains, ignoring case */
                short_name__icontains?: string;
                variable_name?: string;
                /** @description values, separated by commas */
                variable_name__in?: string;
                /** @description true: is null */
                variable_name__isnull?: boolean;
                /** @description contains, ignoring case */
                variable_name__icontains?: string;
                type?: "string" | "text" | "integer" | "float" | "boolean" | "select" | "date" | "datetime" | "password";
                /** @description values, separated by commas */
                type__in?: string;
                /** @description true: is null */
                type__isnull?: boolean;
                /** @description id of the inventory_type */
                device_type?: number;
                /** @description values, separated by commas */
                device_type__in?: string;
                /** @description true: is null */
                device_type__isnull?: boolean;
                /** @description greater than or equal to; id of the inventory_type */
                device_type__gte?: number;
                /** @description less than or equal to; id of the inventory_type */
                device_type__lte?: number;
                group?: number;
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
                        results: components["schemas"]["inventory_parameter"][];
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
    inventory_parameter_retrieve: {
        parameters: {
            query?: {
                group?: number;
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
                    "application/json": components["schemas"]["inventory_parameter"];
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
    inventory_type_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "short_name" | "-short_name";
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
                short_name?: string;
                /** @description values, separated by commas */
                short_name__in?: string;
                /** @description true: is null */
                short_name__isnull?: boolean;
                /** @description contains, ignoring case */
                short_name__icontains?: string;
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
                        results: components["schemas"]["inventory_type"][];
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
    inventory_type_retrieve: {
        parameters: {
            query?: {
                /** @description text that is not blank, without slashes and control characters */
                name?: string;
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
                    "application/json": components["schemas"]["inventory_type"];
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
    inventory_variable_set_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "location" | "-location" | "type" | "-type" | "device" | "-device" | "weight" | "-weight" | "updated_at" | "-updated_at";
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
                /** @description id of an organization; the set holds for its devices and those below it */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization; the set holds for its devices and those below it */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization; the set holds for its devices and those below it */
                organization__lte?: number;
                /** @description id of a location; devices there and below it. null: everywhere */
                location?: number;
                /** @description values, separated by commas */
                location__in?: string;
                /** @description true: is null */
                location__isnull?: boolean;
                /** @description greater than or equal to; id of a location; devices there and below it. null: everywhere */
                location__gte?: number;
                /** @description less than or equal to; id of a location; devices there and below it. null: everywhere */
                location__lte?: number;
                /** @description id or short_name */
                type?: number | string;
                /** @description values, separated by commas; id or short_name */
                type__in?: string;
                /** @description true: is null */
                type__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_type; null: any */
                type__gte?: number;
                /** @description less than or equal to; id of an inventory_type; null: any */
                type__lte?: number;
                /** @description id of an inventory_device; null: any */
                device?: number;
                /** @description values, separated by commas */
                device__in?: string;
                /** @description true: is null */
                device__isnull?: boolean;
                /** @description greater than or equal to; id of an inventory_device; null: any */
                device__gte?: number;
                /** @description less than or equal to; id of an inventory_device; null: any */
                device__lte?: number;
                /** @description the set with the greatest weight decides; with equal weights: the set of the device, the nearest location, the type, the nearest organization, the oldest set */
                weight?: number;
                /** @description values, separated by commas */
                weight__in?: string;
                /** @description true: is null */
                weight__isnull?: boolean;
                /** @description greater than or equal to; the set with the greatest weight decides; with equal weights: the set of the device, the nearest location, the type, the nearest organization, the oldest set */
                weight__gte?: number;
                /** @description less than or equal to; the set with the greatest weight decides; with equal weights: the set of the device, the nearest location, the type, the nearest organization, the oldest set */
                weight__lte?: number;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
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
                        results: components["schemas"]["inventory_variable_set"][];
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
    inventory_variable_set_create: {
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
                 *       "name": "Lobby",
                 *       "weight": 10,
                 *       "variables": {
                 *         "ssid": "Hotel Lobby"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["inventory_variable_set_body"];
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
                    "application/json": components["schemas"]["inventory_variable_set"];
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
    inventory_variable_set_retrieve: {
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
                    "application/json": components["schemas"]["inventory_variable_set"];
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
    inventory_variable_set_replace: {
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
                 *       "name": "Lobby",
                 *       "weight": 10,
                 *       "variables": {
                 *         "ssid": "Hotel Lobby"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["inventory_variable_set_body"];
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
                    "application/json": components["schemas"]["inventory_variable_set"];
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
    inventory_variable_set_destroy: {
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
    inventory_variable_set_update: {
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
                 *       "name": "Lobby",
                 *       "weight": 10,
                 *       "variables": {
                 *         "ssid": "Hotel Lobby"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["inventory_variable_set_change"];
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
                    "application/json": components["schemas"]["inventory_variable_set"];
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
    inventory_configuration_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description id of an inventory_device */
                device?: number;
                /** @description gateway: a transaction ran after the previous version; device: no transaction ran, so the change was made on the device; null: the first version */
                changed_by?: "gateway" | "device";
                /** @description greater than or equal to; when it was first found */
                created_at__gte?: string;
                /** @description less than or equal to; when it was first found */
                created_at__lte?: string;
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
                        results: components["schemas"]["inventory_configuration"][];
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
    inventory_configuration_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
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
                 *       "device": 1
                 *     }
                 */
                "application/json": components["schemas"]["inventory_configuration_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"];
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
    inventory_configuration_retrieve: {
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
                    "application/json": components["schemas"]["inventory_configuration_listed"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_configuration_diff_retrieve: {
        parameters: {
            query?: {
                /** @description id of the older version; absent: the one before */
                with?: number;
            };
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
                    "application/json": components["schemas"]["inventory_configuration_diff"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    inventory_configuration_restore_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
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
                    "application/json": components["schemas"]["inventory_transaction"];
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
    inventory_transaction_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                parent__id?: number;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
                operation?: string;
                /** @description that it is part of */
                fleet_operation?: string;
                /** @description whose run it is */
                series?: string;
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
                        results: components["schemas"]["inventory_transaction"][];
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
    inventory_transaction_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
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
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_transaction"];
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
    inventory_transaction_cancel_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                id: string;
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
                    "application/json": components["schemas"]["inventory_transaction"];
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
    inventory_series_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                device?: number;
                /** @description completed: its last run is scheduled */
                status?: "running" | "completed" | "canceled";
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
                        results: components["schemas"]["inventory_series"][];
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
    inventory_series_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
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
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_series"];
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
    inventory_series_cancel_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                id: string;
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
                    "application/json": components["schemas"]["inventory_series"];
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
    inventory_fleet_operation_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                status?: "scheduled" | "running" | "completed" | "failed" | "expired" | "canceled";
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
                        results: components["schemas"]["inventory_fleet_operation"][];
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
    inventory_fleet_operation_create: {
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
                 *       "operation": "reboot",
                 *       "filter": {
                 *         "name__icontains": "lobby"
                 *       },
                 *       "window": {
                 *         "from": "03:00",
                 *         "until": "05:00"
                 *       },
                 *       "canary": 1,
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["inventory_fleet_operation_body"];
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
                    "application/json": components["schemas"]["inventory_fleet_operation"] | components["schemas"]["inventory_fleet_operation_written"];
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
    inventory_fleet_operation_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
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
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_fleet_operation"];
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
    inventory_fleet_operation_cancel_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                id: string;
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
                    "application/json": components["schemas"]["inventory_fleet_operation"];
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
    inventory_fleet_operation_devices_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
            };
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
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["inventory_fleet_operation_devices"][];
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
    inventory_discovery_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                status?: "scheduled" | "running" | "completed" | "failed" | "canceled";
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
                        results: components["schemas"]["inventory_discovery"][];
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
    inventory_discovery_create: {
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
                 *       "network": "192.0.2.0/24",
                 *       "connection_profiles": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["inventory_discovery_body"];
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
                    "application/json": components["schemas"]["inventory_discovery"];
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
    inventory_discovery_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags: 304 if the current state is one of these */
                "If-None-Match"?: components["parameters"]["if_none_match"];
            };
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
                    ETag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inventory_discovery"];
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
    inventory_discovery_candidates_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
            };
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
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["inventory_discovery_candidates"][];
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
    inventory_discovery_cancel_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                id: string;
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
                    "application/json": components["schemas"]["inventory_discovery"];
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
    inventory_site_doctor_create: {
        parameters: {
            query?: {
                /** @description seconds to wait for the transaction to end */
                wait?: number;
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
                 *       "parent__name": "lobby-ap"
                 *     }
                 */
                "application/json": components["schemas"]["inventory_site_doctor_body"];
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
                    "application/json": components["schemas"]["inventory_transaction"];
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
    dnsfilter_hostcheck_retrieve: {
        parameters: {
            query: {
                hostname: string;
                /** @description the IPv4 or IPv6 address of the DNS client; the default is the address of the request */
                client_ip?: string;
                /** @description the name of a category to treat the host as */
                category?: string;
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
                    "application/json": components["schemas"]["dnsfilter_hostcheck"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            /** @description The result, or an error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dnsfilter_hostcheck"] | components["schemas"]["error_detail"];
                };
            };
            /** @description The result, or an error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dnsfilter_hostcheck"] | components["schemas"]["error_detail"];
                };
            };
            503: components["responses"]["unavailable"];
        };
    };
    dnsfilter_categoryget_retrieve: {
        parameters: {
            query: {
                uuid: string;
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
                    "application/json": components["schemas"]["dnsfilter_categoryget"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    dnsfilter_category_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "action" | "-action" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
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
                /** @description A: allow; R: refuse; null: no action, the category only names its hosts */
                action?: "A" | "R";
                /** @description values, separated by commas */
                action__in?: string;
                /** @description true: is null */
                action__isnull?: boolean;
                created_at?: string;
                /** @description values, separated by commas */
                created_at__in?: string;
                /** @description true: is null */
                created_at__isnull?: boolean;
                /** @description greater than or equal to */
                created_at__gte?: string;
                /** @description less than or equal to */
                created_at__lte?: string;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
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
                        results: components["schemas"]["dnsfilter_category"][];
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
    dnsfilter_category_create: {
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
                 *       "name": "Advertising",
                 *       "action": "R",
                 *       "hosts": [
                 *         "ads.example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["dnsfilter_category_body"];
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
                    "application/json": components["schemas"]["dnsfilter_category"];
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
    dnsfilter_category_retrieve: {
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
                    "application/json": components["schemas"]["dnsfilter_category"];
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
    dnsfilter_category_replace: {
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
                 *       "name": "Advertising",
                 *       "action": "R",
                 *       "hosts": [
                 *         "ads.example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["dnsfilter_category_body"];
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
                    "application/json": components["schemas"]["dnsfilter_category"];
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
    dnsfilter_category_destroy: {
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
    dnsfilter_category_update: {
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
                 *       "name": "Advertising",
                 *       "action": "R",
                 *       "hosts": [
                 *         "ads.example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["dnsfilter_category_change"];
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
                    "application/json": components["schemas"]["dnsfilter_category"];
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
    dnsfilter_category_hosts_retrieve: {
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
                    "application/json": components["schemas"]["dnsfilter_category_hosts"];
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    dnsfilter_category_hosts_replace: {
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
                /** @example {} */
                "application/json": components["schemas"]["dnsfilter_category_hosts_body"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dnsfilter_category"];
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
    dnsfilter_category_hosts_update: {
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
                /** @example {} */
                "application/json": components["schemas"]["dnsfilter_category_hosts_change"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["dnsfilter_category"];
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
    dnsfilter_rule_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "host" | "-host" | "category" | "-category" | "subnet" | "-subnet" | "action" | "-action" | "is_active" | "-is_active" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
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
                /** @description the name of the rule in verdicts */
                name?: string;
                /** @description values, separated by commas */
                name__in?: string;
                /** @description true: is null */
                name__isnull?: boolean;
                /** @description contains, ignoring case */
                name__icontains?: string;
                /** @description a host name; includes all names below it */
                host?: string;
                /** @description values, separated by commas */
                host__in?: string;
                /** @description true: is null */
                host__isnull?: boolean;
                /** @description contains, ignoring case */
                host__icontains?: string;
                /** @description id of a dnsfilter_category; a rule names either a host or a category */
                category?: number;
                /** @description values, separated by commas */
                category__in?: string;
                /** @description true: is null */
                category__isnull?: boolean;
                /** @description greater than or equal to; id of a dnsfilter_category; a rule names either a host or a category */
                category__gte?: number;
                /** @description less than or equal to; id of a dnsfilter_category; a rule names either a host or a category */
                category__lte?: number;
                /** @description the clients that it applies to; null: all */
                subnet?: string;
                /** @description values, separated by commas */
                subnet__in?: string;
                /** @description true: is null */
                subnet__isnull?: boolean;
                /** @description contains, ignoring case */
                subnet__icontains?: string;
                /** @description A: allow; R: refuse */
                action?: "A" | "R";
                /** @description values, separated by commas */
                action__in?: string;
                /** @description true: is null */
                action__isnull?: boolean;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                created_at?: string;
                /** @description values, separated by commas */
                created_at__in?: string;
                /** @description true: is null */
                created_at__isnull?: boolean;
                /** @description greater than or equal to */
                created_at__gte?: string;
                /** @description less than or equal to */
                created_at__lte?: string;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
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
                        results: components["schemas"]["dnsfilter_rule"][];
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
    dnsfilter_rule_create: {
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
                 *       "name": "No advertising",
                 *       "action": "R",
                 *       "host": "ads.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["dnsfilter_rule_body"];
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
                    "application/json": components["schemas"]["dnsfilter_rule"];
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
    dnsfilter_rule_retrieve: {
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
                    "application/json": components["schemas"]["dnsfilter_rule"];
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
    dnsfilter_rule_replace: {
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
                 *       "name": "No advertising",
                 *       "action": "R",
                 *       "host": "ads.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["dnsfilter_rule_body"];
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
                    "application/json": components["schemas"]["dnsfilter_rule"];
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
    dnsfilter_rule_destroy: {
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
    dnsfilter_rule_update: {
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
                 *       "name": "No advertising",
                 *       "action": "R",
                 *       "host": "ads.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["dnsfilter_rule_change"];
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
                    "application/json": components["schemas"]["dnsfilter_rule"];
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
    alert_rule_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "kind" | "-kind" | "severity" | "-severity" | "metric" | "-metric" | "is_active" | "-is_active" | "updated_at" | "-updated_at";
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
                /** @description id of an organization; the rule holds for it and those below it */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization; the rule holds for it and those below it */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization; the rule holds for it and those below it */
                organization__lte?: number;
                /** @description threshold: a metric of a device; device_down: a device does not answer; device_misconfigured: devices that are Misconfigured, such as by a wrong password; one alert for each connection profile; gateway: a metric of GET /metrics, of a counter its increase in a minute; maintenance: other rules do not fire from `starts_at` to `ends_at`; portal_guesses: codes or passwords are being guessed at a portal page of the organization or below, where logins are delayed therefore; portal_errors: in the last ten minutes guests could not be let in at an access point of the organization or below (entries of type `er` in the portal log); clock: the clock of a gateway is implausible, so that nothing it has skipped is deleted, ended or begun; see gatehouse clock; nas_clock: the clock of a NAS, of an AAA client of the organization or below, is wrong by more than a minute, so the times of its sessions are corrected; address_pool: in the last ten minutes a login found no free address in an address pool of the organization or below; hotel_system: the link to a hotel system of the organization or below is down; certificate: a certificate of a gateway, such as that of EAP or HTTPS, or a CA of its peers expires within 30 days (one for less than 150 days: in the last fifth of its time), or cannot be read */
                kind?: "threshold" | "device_down" | "device_misconfigured" | "gateway" | "maintenance" | "portal_guesses" | "portal_errors" | "clock" | "nas_clock" | "address_pool" | "hotel_system" | "certificate";
                /** @description values, separated by commas */
                kind__in?: string;
                /** @description true: is null */
                kind__isnull?: boolean;
                severity?: "info" | "warning" | "critical";
                /** @description values, separated by commas */
                severity__in?: string;
                /** @description true: is null */
                severity__isnull?: boolean;
                /** @description name of the metric of a threshold */
                metric?: string;
                /** @description values, separated by commas */
                metric__in?: string;
                /** @description true: is null */
                metric__isnull?: boolean;
                /** @description contains, ignoring case */
                metric__icontains?: string;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
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
                        results: components["schemas"]["alert_rule"][];
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
    alert_rule_create: {
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
                 *       "name": "down",
                 *       "kind": "device_down",
                 *       "severity": "critical",
                 *       "seconds": 120
                 *     }
                 */
                "application/json": components["schemas"]["alert_rule_body"];
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
                    "application/json": components["schemas"]["alert_rule"];
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
    alert_rule_retrieve: {
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
                    "application/json": components["schemas"]["alert_rule"];
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
    alert_rule_replace: {
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
                 *       "name": "down",
                 *       "kind": "device_down",
                 *       "severity": "critical",
                 *       "seconds": 120
                 *     }
                 */
                "application/json": components["schemas"]["alert_rule_body"];
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
                    "application/json": components["schemas"]["alert_rule"];
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
    alert_rule_destroy: {
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
    alert_rule_update: {
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
                 *       "name": "down",
                 *       "kind": "device_down",
                 *       "severity": "critical",
                 *       "seconds": 120
                 *     }
                 */
                "application/json": components["schemas"]["alert_rule_change"];
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
                    "application/json": components["schemas"]["alert_rule"];
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
    alert_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                state?: "firing" | "acknowledged" | "resolved";
                severity?: "info" | "warning" | "critical";
                kind?: string;
                device?: number;
                rule?: number;
                /** @description greater than or equal to */
                fired_at__gte?: string;
                /** @description less than or equal to */
                fired_at__lte?: string;
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
                        results: components["schemas"]["alert"][];
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
    alert_retrieve: {
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
                    "application/json": components["schemas"]["alert_listed"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            503: components["responses"]["unavailable"];
        };
    };
    alert_acknowledge_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description a request repeated with the same key within 24 hours is executed once */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["alert_acknowledge_body"];
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
                    "application/json": components["schemas"]["alert_listed"];
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
    webhook_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id" | "name" | "-name" | "organization" | "-organization" | "is_active" | "-is_active" | "updated_at" | "-updated_at";
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
                /** @description id of an organization; alerts and events of it and those below it are sent */
                organization?: number;
                /** @description values, separated by commas */
                organization__in?: string;
                /** @description true: is null */
                organization__isnull?: boolean;
                /** @description greater than or equal to; id of an organization; alerts and events of it and those below it are sent */
                organization__gte?: number;
                /** @description less than or equal to; id of an organization; alerts and events of it and those below it are sent */
                organization__lte?: number;
                is_active?: boolean;
                /** @description values, separated by commas */
                is_active__in?: string;
                /** @description true: is null */
                is_active__isnull?: boolean;
                updated_at?: string;
                /** @description values, separated by commas */
                updated_at__in?: string;
                /** @description true: is null */
                updated_at__isnull?: boolean;
                /** @description greater than or equal to */
                updated_at__gte?: string;
                /** @description less than or equal to */
                updated_at__lte?: string;
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
                        results: components["schemas"]["webhook"][];
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
    webhook_create: {
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
                 *       "name": "pager",
                 *       "url": "https://pager.example.net/alerts",
                 *       "secret": "a secret of 16 characters or more"
                 *     }
                 */
                "application/json": components["schemas"]["webhook_body"];
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
                    "application/json": components["schemas"]["webhook"];
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
    webhook_retrieve: {
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
                    "application/json": components["schemas"]["webhook"];
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
    webhook_replace: {
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
                 *       "name": "pager",
                 *       "url": "https://pager.example.net/alerts",
                 *       "secret": "a secret of 16 characters or more"
                 *     }
                 */
                "application/json": components["schemas"]["webhook_body"];
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
                    "application/json": components["schemas"]["webhook"];
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
    webhook_destroy: {
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
    webhook_update: {
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
                 *       "name": "pager",
                 *       "url": "https://pager.example.net/alerts",
                 *       "secret": "a secret of 16 characters or more"
                 *     }
                 */
                "application/json": components["schemas"]["webhook_change"];
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
                    "application/json": components["schemas"]["webhook"];
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
    webhook_deliveries_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                state?: "pending" | "delivered" | "dead";
            };
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
                    "application/json": {
                        count: number;
                        /** @description present and true if counting stopped early: the list may have more rows than `count` */
                        count_is_estimate?: boolean;
                        /** @description absolute URL of that page; null at the end of the list */
                        next: string | null;
                        /** @description absolute URL of that page; null at the end of the list */
                        previous: string | null;
                        results: components["schemas"]["delivery"][];
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
    webhook_replay_create: {
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
                "application/json": components["schemas"]["webhook_replay_body"];
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
                    "application/json": components["schemas"]["webhook_replay"];
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
    webhook_test_create: {
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
                    "application/json": components["schemas"]["webhook_test"];
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
    delivery_list: {
        parameters: {
            query?: {
                /** @description rows of a page; a greater value is taken as 1000 */
                limit?: number;
                /** @description rows to skip; rows before the page; to walk through a list, follow `next` */
                offset?: number;
                /** @description from `next` or `previous` */
                cursor?: string;
                /** @description the field to order by; with `-`, descending */
                ordering?: "id" | "-id";
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
                /** @description dead: given up */
                state?: "pending" | "delivered" | "dead";
                channel?: "webhook" | "mail" | "syslog";
                webhook?: number;
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
                        results: components["schemas"]["delivery"][];
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
    delivery_retrieve: {
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
                    "application/json": components["schemas"]["delivery"];
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
    delivery_replay_create: {
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
                    "application/json": components["schemas"]["delivery"];
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
    gateway_health_retrieve: {
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
                    "application/json": components["schemas"]["gateway_health"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    gateway_configuration_retrieve: {
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
                    "application/json": components["schemas"]["gateway_configuration"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
    gateway_task_retrieve: {
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
                    "application/json": components["schemas"]["gateway_task"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["forbidden"];
            503: components["responses"]["unavailable"];
        };
    };
}
