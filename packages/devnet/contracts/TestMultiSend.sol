// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Executes several calls as one, all or none of them: a Safe runs this code by delegatecall.
/// @dev The data has the format of Safe's MultiSendCallOnly: operation (1, always 0), to (20), value (32), length (32), data.
contract TestMultiSend {
    error OnlyCalls();
    error CallFailed(uint256 index);

    function multiSend(bytes calldata transactions) external payable {
        uint256 index = 0;
        for (uint256 start = 0; start < transactions.length; index++) {
            if (uint8(transactions[start]) != 0) revert OnlyCalls();
            address to = address(bytes20(transactions[start + 1:start + 21]));
            uint256 value = uint256(bytes32(transactions[start + 21:start + 53]));
            uint256 end = start + 85 + uint256(bytes32(transactions[start + 53:start + 85]));
            (bool success,) = to.call{value: value}(transactions[start + 85:end]);
            if (!success) revert CallFailed(index);
            start = end;
        }
    }
}
